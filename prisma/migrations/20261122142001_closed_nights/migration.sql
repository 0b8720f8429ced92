-- AlterTable
ALTER TABLE "inventory_night" ADD COLUMN     "closed" BOOLEAN NOT NULL DEFAULT false;
