-- Whoever writes an event tells the publishers when it commits, processes of release 0.1.0 too.
CREATE FUNCTION "notify_booking_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking_events', 'written');
  RETURN NULL;
END
$$;
CREATE TRIGGER "notify_booking_event" AFTER INSERT ON "booking_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_booking_event"();
