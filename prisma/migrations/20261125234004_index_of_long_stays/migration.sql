CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_long_stay_idx" ON "booking" ("departure") WHERE "departure" - "arrival" > 28;
