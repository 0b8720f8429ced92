CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_channel_code_idx" ON "booking" ("channel_code");
