-- CreateEnum
CREATE TYPE "HotelChangeKind" AS ENUM ('PRICES', 'ROOMS');

-- CreateEnum
CREATE TYPE "HotelChangeOperation" AS ENUM ('UPDATE', 'ADJUST', 'IMPORT', 'UNDO');

-- CreateTable
CREATE TABLE "hotel_change" (
    "id" CHAR(24) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "kind" "HotelChangeKind" NOT NULL,
    "operation" "HotelChangeOperation" NOT NULL,
    "hotel_number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key_name" TEXT NOT NULL,
    "client_name" TEXT,
    "from" DATE NOT NULL,
    "to" DATE NOT NULL,
    "nights" INTEGER NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "hotel_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hotel_change_part" (
    "change_id" CHAR(24) NOT NULL,
    "position" INTEGER NOT NULL,
    "room_type_number" INTEGER NOT NULL,
    "visit_type_number" INTEGER,
    "price_list_number" INTEGER,
    "currency" "Currency",
    "ranges" JSONB NOT NULL,

    CONSTRAINT "hotel_change_part_pkey" PRIMARY KEY ("change_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "hotel_change_sequence_key" ON "hotel_change"("sequence");

-- CreateIndex
CREATE INDEX "hotel_change_hotel_number_kind_sequence_idx" ON "hotel_change"("hotel_number", "kind", "sequence");

-- CreateIndex
CREATE INDEX "hotel_change_at_idx" ON "hotel_change"("at");

-- AddForeignKey
ALTER TABLE "hotel_change" ADD CONSTRAINT "hotel_change_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_change_part" ADD CONSTRAINT "hotel_change_part_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "hotel_change"("id") ON DELETE CASCADE ON UPDATE CASCADE;
