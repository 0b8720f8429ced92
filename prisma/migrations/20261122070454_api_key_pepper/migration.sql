-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "pepper_check" CHAR(64);

-- CreateTable
CREATE TABLE "api_key_pepper" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "check_value" CHAR(64) NOT NULL,

    CONSTRAINT "api_key_pepper_pkey" PRIMARY KEY ("id")
);

-- At most one row.
ALTER TABLE "api_key_pepper" ADD CONSTRAINT "api_key_pepper_id_check" CHECK (id = 1);
