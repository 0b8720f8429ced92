-- Nothing reads bookings by API key; each booking had to write it.

-- DropIndex
DROP INDEX "booking_api_key_id_created_at_idx";
