-- The state of the booking after each event of before: its type, or the type of the last event before it. Those who publish or erase what is
-- being filled in wait for this transaction; nobody else does.
UPDATE "booking_event" AS e SET "status" = CASE WHEN e."type" <> 'ERASED' THEN e."type"::text ELSE (
  SELECT p."type"::text FROM "booking_event" AS p
  WHERE p."booking_id" = e."booking_id" AND p."sequence" < e."sequence" AND p."type" <> 'ERASED'
  ORDER BY p."sequence" DESC LIMIT 1) END::"BookingStatus"
WHERE e."status" IS NULL AND e."booking_id" IS NOT NULL;

ALTER TABLE "booking_event" VALIDATE CONSTRAINT "booking_event_subject_check";
