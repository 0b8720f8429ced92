-- Bookings and their changes wait for these: three to four seconds for a million bookings. Reads do not. The first one is empty until the column is
-- filled; without pending entries, no booking waits until those of many are merged.
CREATE INDEX "booking_search_idx" ON "booking" USING GIN ("search") WITH (fastupdate = off);
CREATE INDEX "booking_departure_hotel_number_arrival_idx" ON "booking" ("departure", "hotel_number", "arrival");
CREATE INDEX "booking_channel_code_idx" ON "booking" ("channel_code");
CREATE INDEX "booking_long_stay_idx" ON "booking" ("departure") WHERE "departure" - "arrival" > 28;
CREATE INDEX "booking_unsearched_idx" ON "booking" ("id") WHERE "search" IS NULL;
