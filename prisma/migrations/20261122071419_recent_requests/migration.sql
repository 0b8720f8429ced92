-- A table of its own, which refers to no other: while it is made nobody waits, and processes of the version before go on
-- booking. What they book is not counted.

-- CreateTable
CREATE TABLE "recent_request" (
    "hotel_number" INTEGER NOT NULL,
    "email_hash" CHAR(64) NOT NULL,
    "made_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "recent_request_pkey" PRIMARY KEY ("hotel_number","email_hash")
);

-- Checks that the Prisma schema cannot express.

ALTER TABLE "recent_request" ADD CONSTRAINT "recent_request_email_hash_check" CHECK (email_hash ~ '^[0-9a-f]{64}$');
ALTER TABLE "recent_request" ADD CONSTRAINT "recent_request_made_at_check" CHECK (made_at IS NOT NULL AND cardinality(made_at) >= 1);
