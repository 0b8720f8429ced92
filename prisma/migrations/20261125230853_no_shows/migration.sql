-- Bookings may be no-shows, and what ended can be reinstated. Nothing waits for the rows of before.

-- CreateEnum
CREATE TYPE "CancelledBy" AS ENUM ('GUEST', 'HOTEL');

-- AlterEnum
ALTER TYPE "BookingEventType" ADD VALUE 'NO_SHOW';
ALTER TYPE "BookingEventType" ADD VALUE 'REINSTATED';

-- AlterEnum
ALTER TYPE "BookingStatus" ADD VALUE 'NO_SHOW';

-- AlterTable
ALTER TABLE "booking" ADD COLUMN     "ending" JSONB;

-- AlterTable
ALTER TABLE "booking_event" ADD COLUMN     "cancelled_by" "CancelledBy",
ADD COLUMN     "fee_minor" BIGINT;
