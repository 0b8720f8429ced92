-- Filters of lists by hotel or visit type read what they do not select from the index alone. Bookings wait while the indexes are built.

-- DropIndex
DROP INDEX "booking_hotel_number_status_is_test_arrival_id_created_at_idx";

-- DropIndex
DROP INDEX "booking_hotel_number_status_is_test_created_at_id_arrival_idx";

-- DropIndex
DROP INDEX "booking_visit_type_number_status_is_test_arrival_id_created_idx";

-- DropIndex
DROP INDEX "booking_visit_type_number_status_is_test_created_at_id_arri_idx";

-- CreateIndex
CREATE INDEX "booking_hotel_number_status_is_test_created_at_id_arrival_v_idx" ON "booking"("hotel_number", "status", "is_test", "created_at", "id", "arrival", "visit_type_number", "client_id");

-- CreateIndex
CREATE INDEX "booking_hotel_number_status_is_test_arrival_id_created_at_v_idx" ON "booking"("hotel_number", "status", "is_test", "arrival", "id", "created_at", "visit_type_number", "client_id");

-- CreateIndex
CREATE INDEX "booking_visit_type_number_status_is_test_created_at_id_arri_idx" ON "booking"("visit_type_number", "status", "is_test", "created_at", "id", "arrival", "hotel_number", "client_id");

-- CreateIndex
CREATE INDEX "booking_visit_type_number_status_is_test_arrival_id_created_idx" ON "booking"("visit_type_number", "status", "is_test", "arrival", "id", "created_at", "hotel_number", "client_id");
