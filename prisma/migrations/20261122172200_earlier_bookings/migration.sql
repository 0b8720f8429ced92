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

-- Requests that are over already: were they left to the sweep, every guest of years ago would get a mail that the request has expired.
WITH expired AS (
  UPDATE "booking" SET status = 'EXPIRED' WHERE status = 'REQUESTED' AND arrival <= current_date RETURNING id)
INSERT INTO "booking_event" (id, booking_id, type, at, position)
SELECT 'evt_' || new_object_id(), id, 'EXPIRED', current_timestamp,
  (SELECT coalesce(max(position), 0) FROM booking_event) + row_number() OVER (ORDER BY id)
FROM expired;
