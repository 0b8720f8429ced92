-- Processes of release 0.2.0 publish changes that the present one has written. They know no mail to the address that a change has replaced, so nothing
-- would forget it. The trigger runs after the statement, which also writes the mails.

CREATE FUNCTION "forget_former_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE booking_event SET former_email = NULL WHERE sequence = NEW.sequence
    AND NOT EXISTS (SELECT FROM delivery WHERE kind = 'mail' AND recipient = 'former' AND event_sequence = NEW.sequence);
  RETURN NULL;
END
$$;
CREATE TRIGGER "forget_former_email" AFTER UPDATE OF "position" ON "booking_event"
  FOR EACH ROW WHEN (OLD."position" IS NULL AND NEW.former_email IS NOT NULL) EXECUTE FUNCTION "forget_former_email"();

-- They do not record what a booking was that they end, so that of an earlier ending would count. Only they do not say who ends it.

CREATE FUNCTION "forget_ending"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE booking SET ending = NULL WHERE id = NEW.booking_id AND ending IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "forget_ending" AFTER INSERT ON "booking_event"
  FOR EACH ROW WHEN (NEW.type IN ('CANCELLED', 'DECLINED') AND NEW.by IS NULL) EXECUTE FUNCTION "forget_ending"();
