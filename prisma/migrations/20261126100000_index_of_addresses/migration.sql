CREATE INDEX CONCURRENTLY IF NOT EXISTS "stay_hold_network_hash_expires_at_idx" ON "stay_hold"("network_hash", "expires_at");
