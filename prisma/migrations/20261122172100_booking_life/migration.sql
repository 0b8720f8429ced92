-- Everything new may be missing here, so that nothing waits for the rows of before: the next migration fills them in, and the one
-- after it requires what is new. Processes of release 0.1.0 go on booking all the while and later: triggers complete their rows.

-- CreateEnum
CREATE TYPE "BookingStatus" AS ENUM ('CONFIRMED', 'REQUESTED', 'DECLINED', 'CANCELLED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "BookingEventType" AS ENUM ('CONFIRMED', 'REQUESTED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'ERASED');

-- CreateTable
CREATE TABLE "client" (
    "id" CHAR(24) NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_event" (
    "sequence" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "booking_id" CHAR(24) NOT NULL,
    "type" "BookingEventType" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "client_id" CHAR(24),
    "note" TEXT,
    "position" BIGINT,

    CONSTRAINT "booking_event_pkey" PRIMARY KEY ("sequence")
);

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "client_id" CHAR(24),
ADD COLUMN     "is_publishable" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "booking" ADD COLUMN     "cancellation_fee_minor" BIGINT,
ADD COLUMN     "cancellation_terms" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "client_id" CHAR(24),
ADD COLUMN     "has_rooms" BOOLEAN,
ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reference" CHAR(8),
ADD COLUMN     "status" "BookingStatus";

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "client_id" CHAR(24);

-- CreateIndex
CREATE UNIQUE INDEX "client_name_key" ON "client"("name");

-- CreateIndex
CREATE UNIQUE INDEX "booking_event_id_key" ON "booking_event"("id");

-- CreateIndex
CREATE UNIQUE INDEX "booking_event_position_key" ON "booking_event"("position");

-- CreateIndex
CREATE INDEX "booking_event_booking_id_sequence_idx" ON "booking_event"("booking_id", "sequence");

-- Events that have no position yet: those that the publisher looks for.
CREATE INDEX "booking_event_unpublished_idx" ON "booking_event"("sequence") WHERE "position" IS NULL;

-- CreateIndex
CREATE UNIQUE INDEX "booking_reference_key" ON "booking"("reference");

-- AddForeignKey
ALTER TABLE "booking_event" ADD CONSTRAINT "booking_event_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_event" ADD CONSTRAINT "booking_event_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- 24 random hexadecimal digits. gen_random_uuid draws from the system's source.
CREATE FUNCTION "new_object_id"() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT left(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 24)
$$;

-- A reference that no booking has: 35 random bits in Crockford's base 32 and the check symbol, where it is not one of *~$=U.
CREATE FUNCTION "new_booking_reference"() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
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
    EXIT WHEN NOT EXISTS (SELECT FROM booking WHERE reference = result);
  END LOOP;
  RETURN result;
END
$$;

-- What release 0.1.0 leaves out of a key, a booking, an idempotency record and an event.
CREATE FUNCTION "complete_api_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client (id, name) VALUES (new_object_id(), NEW.name)
    ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id INTO NEW.client_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER "complete_api_key" BEFORE INSERT ON "api_key"
  FOR EACH ROW WHEN (NEW.client_id IS NULL) EXECUTE FUNCTION "complete_api_key"();

CREATE FUNCTION "complete_booking"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reference := new_booking_reference();
  NEW.status := CASE NEW.kind WHEN 'BINDING' THEN 'CONFIRMED' ELSE 'REQUESTED' END;
  NEW.has_rooms := NEW.kind = 'BINDING';
  NEW.client_id := (SELECT client_id FROM api_key WHERE id = NEW.api_key_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER "complete_booking" BEFORE INSERT ON "booking"
  FOR EACH ROW WHEN (NEW.reference IS NULL) EXECUTE FUNCTION "complete_booking"();

CREATE FUNCTION "complete_idempotency_record"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.client_id := (SELECT client_id FROM api_key WHERE id = NEW.api_key_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER "complete_idempotency_record" BEFORE INSERT ON "idempotency_record"
  FOR EACH ROW WHEN (NEW.client_id IS NULL) EXECUTE FUNCTION "complete_idempotency_record"();

-- After the statement, which writes the booking too.
CREATE FUNCTION "event_of_outbox_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_event (id, booking_id, type, at, client_id)
    SELECT 'evt_' || new_object_id(), id,
      CASE kind WHEN 'BINDING' THEN 'CONFIRMED'::"BookingEventType" ELSE 'REQUESTED' END, NEW.created_at, client_id
    FROM booking WHERE id = NEW.booking_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "event_of_outbox_message" AFTER INSERT ON "outbox_message"
  FOR EACH ROW EXECUTE FUNCTION "event_of_outbox_message"();

-- Keys of before share no bookings, so each has a client of its own: equal names get the prefix of the key.
WITH named AS (
  SELECT id, created_at, CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (' || prefix || ')' ELSE name END AS name
  FROM api_key WHERE client_id IS NULL),
made AS (
  INSERT INTO client (id, name, created_at) SELECT new_object_id(), name, created_at FROM named
  ON CONFLICT (name) DO NOTHING RETURNING id, name)
UPDATE api_key AS k SET client_id = made.id FROM named JOIN made USING (name) WHERE k.id = named.id;
