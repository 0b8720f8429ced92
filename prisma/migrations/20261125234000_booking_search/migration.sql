-- What bookings are found by. Processes of the release before leave it empty; those of this one fill it in, batch by batch.
ALTER TABLE "booking" ADD COLUMN "search" tsvector;

-- What is erased is no longer found by, whichever release erases it. What is left is filled in again.
CREATE FUNCTION forget_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_search BEFORE UPDATE OF erased_at ON "booking"
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_search();
