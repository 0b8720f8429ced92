-- A column without a default: it is added at once. Processes of the version before never write it, and answer a key under which a stay
-- was held like one of another request.

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "hold_id" CHAR(24);
