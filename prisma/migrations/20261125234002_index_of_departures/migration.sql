CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_departure_hotel_number_arrival_idx" ON "booking" ("departure", "hotel_number", "arrival");
