-- It has the rooms of parties alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "booking_party_idx" ON "booking"("party_id", "party_room") WHERE "party_id" IS NOT NULL;
