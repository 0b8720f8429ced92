-- AlterTable
ALTER TABLE "api_key" ALTER COLUMN "client_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "booking" ALTER COLUMN "client_id" SET NOT NULL,
ALTER COLUMN "has_rooms" SET NOT NULL,
ALTER COLUMN "reference" SET NOT NULL,
ALTER COLUMN "status" SET NOT NULL,
ADD CONSTRAINT "booking_rooms_check" CHECK (NOT has_rooms OR status = 'CONFIRMED'),
ADD CONSTRAINT "booking_cancellation_check" CHECK ((status = 'CANCELLED') = (cancellation_fee_minor IS NOT NULL) AND cancellation_fee_minor >= 0);

-- AlterTable
ALTER TABLE "idempotency_record" ALTER COLUMN "client_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "api_key_client_id_idx" ON "api_key"("client_id");

-- CreateIndex
CREATE INDEX "idempotency_record_client_id_key_idx" ON "idempotency_record"("client_id", "key");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_record" ADD CONSTRAINT "idempotency_record_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
