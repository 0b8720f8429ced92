-- Reads all bookings once. Nobody waits for it.
ALTER TABLE "booking" VALIDATE CONSTRAINT "booking_party_check", VALIDATE CONSTRAINT "booking_party_id_fkey";
