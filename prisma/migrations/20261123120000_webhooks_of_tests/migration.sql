-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false;

