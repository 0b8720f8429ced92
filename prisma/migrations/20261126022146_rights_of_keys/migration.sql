-- Keys may be bound to hotels. What such a key may do there stands in a column of its own: a process of the release before, which knows
-- no hotels, takes it for a key that may only read and book. So do the scopes that such a process does not know, because it cannot read a key
-- that has one with the others. In the same way it delivers nothing to a webhook of hotels.

ALTER TYPE "Scope" ADD VALUE 'inventory';
ALTER TYPE "Scope" ADD VALUE 'rates';
ALTER TYPE "Scope" ADD VALUE 'catalogue';
ALTER TYPE "Scope" ADD VALUE 'webhooks';
ALTER TYPE "Scope" ADD VALUE 'erase';
ALTER TYPE "Scope" ADD VALUE 'keys';

ALTER TABLE "api_key" ADD COLUMN     "hotel_numbers" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "hotel_scopes" "Scope"[] DEFAULT ARRAY[]::"Scope"[],
ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "revoked_by" TEXT;

ALTER TABLE "webhook_endpoint" ADD COLUMN     "hotel_numbers" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
