-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "is_demo" BOOLEAN NOT NULL DEFAULT false;
