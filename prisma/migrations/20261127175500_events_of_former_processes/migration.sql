-- Processes of release 0.2.0 write events without a state. Since they did so first there are types that are no states, so an erased booking keeps
-- the state of the event before. They do not know all texts of guests that an event may have now, so these go with the others.

CREATE OR REPLACE FUNCTION "complete_booking_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status := CASE WHEN NEW.type <> 'ERASED' THEN NEW.type::text ELSE (
    SELECT status::text FROM booking_event WHERE booking_id = NEW.booking_id AND type <> 'ERASED' ORDER BY sequence DESC LIMIT 1) END;
  RETURN NEW;
END
$$;

CREATE FUNCTION "complete_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE booking_event SET message_to_guest = NULL, former_email = NULL
  WHERE booking_id = NEW.booking_id AND coalesce(message_to_guest, former_email) IS NOT NULL;
  RETURN NULL;
END
$$;
-- Only those processes do not say who erases. The trigger runs after the statement, which may itself change rows of the same table.
CREATE TRIGGER "complete_erasure" AFTER INSERT ON "booking_event"
  FOR EACH ROW WHEN (NEW.type = 'ERASED' AND NEW.by IS NULL) EXECUTE FUNCTION "complete_erasure"();
