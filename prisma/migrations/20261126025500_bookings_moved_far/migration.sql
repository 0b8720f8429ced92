-- Bookings and their changes wait for it, less than a second for a million bookings: it has those that were moved more than the sales horizon
-- ahead of the day that they were made on, which are few.
CREATE INDEX "booking_moved_far_idx" ON "booking" (("arrival" - ("created_at" AT TIME ZONE 'UTC')::date))
  WHERE "arrival" - ("created_at" AT TIME ZONE 'UTC')::date > 746;
