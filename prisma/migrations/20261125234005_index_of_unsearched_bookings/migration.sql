CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_unsearched_idx" ON "booking" ("id") WHERE "search" IS NULL;
