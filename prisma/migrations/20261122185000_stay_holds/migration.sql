-- AlterTable
ALTER TABLE "inventory_night" ADD COLUMN     "held" JSONB;

-- CreateTable
CREATE TABLE "stay_hold" (
    "id" CHAR(24) NOT NULL,
    "client_id" CHAR(24) NOT NULL,
    "is_test" BOOLEAN NOT NULL,
    "visit_type_number" INTEGER NOT NULL,
    "hotel_number" INTEGER NOT NULL,
    "room_type_number" INTEGER NOT NULL,
    "arrival" DATE NOT NULL,
    "departure" DATE NOT NULL,
    "quote" JSONB NOT NULL,
    "cancellation_terms" JSONB NOT NULL,
    "programs" JSONB NOT NULL,
    "network_hash" CHAR(64),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "stay_hold_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stay_hold_client_id_expires_at_idx" ON "stay_hold"("client_id", "expires_at");

-- CreateIndex
CREATE INDEX "stay_hold_expires_at_idx" ON "stay_hold"("expires_at");

-- CreateIndex
CREATE INDEX "stay_hold_visit_type_number_idx" ON "stay_hold"("visit_type_number");

-- CreateIndex
CREATE INDEX "stay_hold_room_type_number_idx" ON "stay_hold"("room_type_number");

-- AddForeignKey
ALTER TABLE "stay_hold" ADD CONSTRAINT "stay_hold_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stay_hold" ADD CONSTRAINT "stay_hold_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stay_hold" ADD CONSTRAINT "stay_hold_room_type_number_hotel_number_fkey" FOREIGN KEY ("room_type_number", "hotel_number") REFERENCES "room_type"("number", "hotel_number") ON DELETE CASCADE ON UPDATE CASCADE;
