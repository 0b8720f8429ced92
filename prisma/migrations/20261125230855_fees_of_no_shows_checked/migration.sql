-- Reads all bookings once. Nobody waits for it.

ALTER TABLE "booking" VALIDATE CONSTRAINT "booking_cancellation_check";
