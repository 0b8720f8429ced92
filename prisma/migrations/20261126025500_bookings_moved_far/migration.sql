-- It has those that were moved more than the sales horizon ahead of the day that they were made on, which are few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_moved_far_idx" ON "booking" (("arrival" - ("created_at" AT TIME ZONE 'UTC')::date))
  WHERE "arrival" - ("created_at" AT TIME ZONE 'UTC')::date > 746;
