-- Bookings change: an event of a booking keeps its facts as they were, once these are no longer those of the booking. Processes of the version
-- before deliver stored facts as they are.

-- AlterEnum
ALTER TYPE "BookingEventType" ADD VALUE 'CHANGED';

-- AlterTable
ALTER TABLE "booking_event" ADD COLUMN     "before" JSONB,
ADD COLUMN     "former_email" TEXT,
DROP CONSTRAINT "booking_event_subject_check",
ADD CONSTRAINT "booking_event_subject_check" CHECK (
  ("booking_id" IS NOT NULL OR "data" IS NOT NULL) AND ("booking_id" IS NULL) = ("destination_number" IS NOT NULL)
  AND ("booking_id" IS NULL) = ("status" IS NULL)) NOT VALID;

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "event_id" TEXT;
