-- Bookings wait while the indexes are built.

-- DropIndex
DROP INDEX "booking_hotel_number_idx";

-- DropIndex
DROP INDEX "booking_visit_type_number_idx";

-- AlterTable
ALTER TABLE "booking" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "failed_lookup" (
    "subject_hash" CHAR(64) NOT NULL,
    "failed_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "failed_lookup_pkey" PRIMARY KEY ("subject_hash")
);

-- CreateIndex
CREATE INDEX "booking_status_is_test_created_at_id_arrival_idx" ON "booking"("status", "is_test", "created_at", "id", "arrival");

-- CreateIndex
CREATE INDEX "booking_status_is_test_arrival_id_created_at_idx" ON "booking"("status", "is_test", "arrival", "id", "created_at");

-- CreateIndex
CREATE INDEX "booking_client_id_status_is_test_created_at_id_arrival_idx" ON "booking"("client_id", "status", "is_test", "created_at", "id", "arrival");

-- CreateIndex
CREATE INDEX "booking_client_id_status_is_test_arrival_id_created_at_idx" ON "booking"("client_id", "status", "is_test", "arrival", "id", "created_at");

-- CreateIndex
CREATE INDEX "booking_hotel_number_status_is_test_created_at_id_arrival_idx" ON "booking"("hotel_number", "status", "is_test", "created_at", "id", "arrival");

-- CreateIndex
CREATE INDEX "booking_hotel_number_status_is_test_arrival_id_created_at_idx" ON "booking"("hotel_number", "status", "is_test", "arrival", "id", "created_at");

-- CreateIndex
CREATE INDEX "booking_visit_type_number_status_is_test_created_at_id_arri_idx" ON "booking"("visit_type_number", "status", "is_test", "created_at", "id", "arrival");

-- CreateIndex
CREATE INDEX "booking_visit_type_number_status_is_test_arrival_id_created_idx" ON "booking"("visit_type_number", "status", "is_test", "arrival", "id", "created_at");

-- Whose bookings they are. An e-mail address is compared in lower case.
CREATE INDEX "booking_contact_email_idx" ON "booking_contact"(lower("email"));

-- Bookings that have guest data, for the end of its retention.
CREATE INDEX "booking_unerased_idx" ON "booking"("departure") WHERE "erased_at" IS NULL;
