-- Both columns are added at once, without rewriting a row. What processes of the version before cause counts as caused by a key that is
-- not publishable, and mails that they deliver do not wait.

-- AlterTable
ALTER TABLE "booking_event" ADD COLUMN     "is_public" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "admitted_at" TIMESTAMPTZ(3);
