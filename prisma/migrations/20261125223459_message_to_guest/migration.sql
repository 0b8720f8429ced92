-- What the house writes to the guest, and who did what. Of events of before neither is known: what stands in "note" is for the house now.

-- AlterTable
ALTER TABLE "booking_event" ADD COLUMN     "by" TEXT,
ADD COLUMN     "message_to_guest" TEXT;
