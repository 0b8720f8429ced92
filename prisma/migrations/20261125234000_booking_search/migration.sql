-- What bookings are found by. Processes of the release before leave it empty; those of this one fill it in, batch by batch.
ALTER TABLE "booking" ADD COLUMN "search" tsvector;

-- Nobody waits for entries of many bookings that are merged at once.
CREATE INDEX "booking_search_idx" ON "booking" USING GIN ("search") WITH (fastupdate = off);
CREATE INDEX "booking_departure_hotel_number_arrival_idx" ON "booking" ("departure", "hotel_number", "arrival");
CREATE INDEX "booking_channel_code_idx" ON "booking" ("channel_code");
CREATE INDEX "booking_long_stay_idx" ON "booking" ("departure") WHERE "departure" - "arrival" > 28;
CREATE INDEX "booking_unsearched_idx" ON "booking" ("id") WHERE "search" IS NULL;

-- What is erased is no longer found by, whichever release erases it. What is left is filled in again.
CREATE FUNCTION forget_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_search BEFORE UPDATE OF erased_at ON "booking"
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_search();
