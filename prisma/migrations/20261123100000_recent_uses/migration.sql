-- A table of its own, which refers to no other: while it is made nobody waits. Processes of the version before count their booking
-- requests in "recent_request", which stays for them; each side counts what it takes itself until they have gone.

-- CreateTable
CREATE TABLE "recent_use" (
    "kind" TEXT NOT NULL,
    "subject_hash" CHAR(64) NOT NULL,
    "times" TIMESTAMPTZ(3)[],
    "amounts" INTEGER[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recent_use_pkey" PRIMARY KEY ("kind","subject_hash")
);

-- Checks that the Prisma schema cannot express.

ALTER TABLE "recent_use" ADD CONSTRAINT "recent_use_subject_hash_check" CHECK (subject_hash ~ '^[0-9a-f]{64}$');
ALTER TABLE "recent_use" ADD CONSTRAINT "recent_use_uses_check"
    CHECK (times IS NOT NULL AND amounts IS NOT NULL AND cardinality(times) >= 1 AND cardinality(times) = cardinality(amounts));
