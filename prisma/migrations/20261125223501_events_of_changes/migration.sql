-- The events of before satisfied a stricter condition. Nobody waits while they are read.
ALTER TABLE "booking_event" VALIDATE CONSTRAINT "booking_event_subject_check";
