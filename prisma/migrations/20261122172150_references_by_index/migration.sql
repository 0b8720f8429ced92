-- A reference is looked for by the index of references. The function of the migration before compares texts, which no index has: it reads all bookings for
-- each, so with many bookings of release 0.1.0 the next migration did not end. This one was made after release 0.2.0, and is named to come between them. Databases of
-- that release, which have both, get the function as well: processes of 0.1.0 may still book there.
CREATE OR REPLACE FUNCTION "new_booking_reference"() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  symbols constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  number bigint;
  result text;
BEGIN
  LOOP
    number := ('x' || new_object_id())::bit(64)::bigint & 34359738367;
    CONTINUE WHEN number % 37 > 31;
    result := '';
    FOR place IN REVERSE 6..0 LOOP
      result := result || substr(symbols, ((number >> (5 * place)) & 31)::int + 1, 1);
    END LOOP;
    result := result || substr(symbols, (number % 37)::int + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT FROM booking WHERE reference = result::char(8));
  END LOOP;
  RETURN result;
END
$$;
