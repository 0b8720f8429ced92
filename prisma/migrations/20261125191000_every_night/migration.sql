-- Bookings, changes and holds change every night of a stay or none: the statement that writes them is sent together with the COMMIT, so
-- only an error in it can prevent that.
CREATE FUNCTION require_every_night(changed bigint, nights int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  IF changed <> nights THEN
    RAISE EXCEPTION 'only % of % nights have a room', changed, nights;
  END IF;
  RETURN nights;
END $$;
