CREATE INDEX CONCURRENTLY IF NOT EXISTS "stay_hold_party_idx" ON "stay_hold"("party_id") WHERE "party_id" IS NOT NULL;
