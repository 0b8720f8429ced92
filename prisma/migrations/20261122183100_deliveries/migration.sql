-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('PENDING', 'DONE', 'FAILED');

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" CHAR(24) NOT NULL,
    "client_id" CHAR(24) NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" "BookingEventType"[],
    "includes_tests" BOOLEAN NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "all_destinations" BOOLEAN NOT NULL,
    "destination_numbers" INTEGER[],
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoint_previous_check" CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "endpoint_id" CHAR(24),
    "event_sequence" BIGINT NOT NULL,
    "state" "DeliveryState" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempted_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "delivery_finished_check" CHECK ((state = 'PENDING') = (finished_at IS NULL))
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_client_id_idx" ON "webhook_endpoint"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_event_sequence_kind_recipient_key" ON "delivery"("event_sequence", "kind", "recipient");

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_id_idx" ON "delivery"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "delivery_finished_at_idx" ON "delivery"("finished_at");

-- What waits, by when, and by recipient.
CREATE INDEX "delivery_due_idx" ON "delivery"("kind", "due_at") WHERE "state" = 'PENDING';
CREATE INDEX "delivery_waiting_idx" ON "delivery"("kind", "recipient", "due_at", "id") WHERE "state" = 'PENDING';

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_event_sequence_fkey" FOREIGN KEY ("event_sequence") REFERENCES "booking_event"("sequence") ON DELETE CASCADE ON UPDATE CASCADE;
