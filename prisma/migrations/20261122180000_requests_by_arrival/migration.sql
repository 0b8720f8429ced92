-- The requests that wait for an answer, for the sweep that records those that have expired. Prisma knows no partial indexes.
CREATE INDEX "booking_requested_idx" ON "booking"("arrival") WHERE "status" = 'REQUESTED';
