-- Empty until the column is filled. Without pending entries no booking waits until those of many are merged.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_search_idx" ON "booking" USING GIN ("search") WITH (fastupdate = off);
