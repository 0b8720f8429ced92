-- CreateTable
CREATE TABLE "resend_request" (
    "booking_id" CHAR(24) NOT NULL,
    "client_id" CHAR(24) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "resend_request_pkey" PRIMARY KEY ("booking_id")
);

-- AddForeignKey
ALTER TABLE "resend_request" ADD CONSTRAINT "resend_request_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resend_request" ADD CONSTRAINT "resend_request_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
