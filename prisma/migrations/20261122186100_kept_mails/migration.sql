-- CreateTable
CREATE TABLE "kept_mail" (
    "number" SERIAL NOT NULL,
    "message_id" TEXT NOT NULL,
    "booking_id" CHAR(24) NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,
    "to_name" TEXT NOT NULL,
    "to_email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "calendar" TEXT,

    CONSTRAINT "kept_mail_pkey" PRIMARY KEY ("number")
);

-- CreateIndex
CREATE UNIQUE INDEX "kept_mail_message_id_key" ON "kept_mail"("message_id");

-- CreateIndex
CREATE INDEX "kept_mail_booking_id_idx" ON "kept_mail"("booking_id");

-- AddForeignKey
ALTER TABLE "kept_mail" ADD CONSTRAINT "kept_mail_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever erases the personal data of a booking erases its mails with them.
CREATE FUNCTION "erase_kept_mails"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM kept_mail WHERE booking_id = NEW.booking_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "erase_kept_mails" AFTER INSERT ON "booking_event"
  FOR EACH ROW WHEN (NEW.type = 'ERASED') EXECUTE FUNCTION "erase_kept_mails"();
