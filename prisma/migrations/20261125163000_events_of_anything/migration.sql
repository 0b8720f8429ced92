-- An event has the state of its booking, which its type need not say, or is about something else. Nothing waits for the rows of before: the
-- next migration fills them in. Processes of the version before go on writing events: a trigger completes them.

-- AlterTable
ALTER TABLE "booking_event" ADD COLUMN     "data" JSONB,
ADD COLUMN     "destination_number" INTEGER,
ADD COLUMN     "status" "BookingStatus",
ALTER COLUMN "booking_id" DROP NOT NULL;

ALTER TABLE "booking_event" ADD CONSTRAINT "booking_event_subject_check" CHECK (
  ("booking_id" IS NULL) = ("data" IS NOT NULL) AND ("booking_id" IS NULL) = ("destination_number" IS NOT NULL)
  AND ("booking_id" IS NULL) = ("status" IS NULL)) NOT VALID;

-- Until now a type was a state, or ERASED, which changes none. Rows of before may have no state yet, but they have types.
CREATE FUNCTION "complete_booking_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status := CASE WHEN NEW.type <> 'ERASED' THEN NEW.type::text ELSE (
    SELECT type::text FROM booking_event WHERE booking_id = NEW.booking_id AND type <> 'ERASED' ORDER BY sequence DESC LIMIT 1) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "complete_booking_event" BEFORE INSERT ON "booking_event"
  FOR EACH ROW WHEN (NEW.booking_id IS NOT NULL AND NEW.status IS NULL) EXECUTE FUNCTION "complete_booking_event"();
