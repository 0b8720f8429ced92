-- AlterTable
ALTER TABLE "hotel" ADD COLUMN     "address" TEXT,
ADD COLUMN     "phone" TEXT,
ADD COLUMN     "reservation_email" TEXT,
ADD COLUMN     "reservation_language" TEXT;

ALTER TABLE "hotel" ADD CONSTRAINT "hotel_reservation_language_check" CHECK (reservation_language IN ('cs_CZ', 'de', 'en', 'ru'));
