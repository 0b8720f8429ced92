-- Bookings of before get what new ones have. It locks their rows only, so others book meanwhile.
UPDATE "booking" AS b SET
  reference = new_booking_reference(),
  status = CASE kind WHEN 'BINDING' THEN 'CONFIRMED'::"BookingStatus" ELSE 'REQUESTED' END,
  has_rooms = kind = 'BINDING',
  client_id = k.client_id
FROM api_key AS k WHERE k.id = b.api_key_id AND b.reference IS NULL;

UPDATE "idempotency_record" AS r SET client_id = k.client_id FROM api_key AS k WHERE k.id = r.api_key_id AND r.client_id IS NULL;

-- One event each, if release 0.1.0 has not written it since the triggers exist. They have positions: nobody is told of them now.
INSERT INTO "booking_event" (id, booking_id, type, at, client_id, position)
SELECT 'evt_' || new_object_id(), id, CASE kind WHEN 'BINDING' THEN 'CONFIRMED'::"BookingEventType" ELSE 'REQUESTED' END, created_at,
  client_id, row_number() OVER (ORDER BY created_at, id)
FROM booking AS b WHERE NOT EXISTS (SELECT FROM booking_event AS e WHERE e.booking_id = b.id);
