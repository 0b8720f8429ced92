-- Rooms that are booked or held together. A process of the release before takes each for a booking or a hold by itself, which it also is.
-- Nothing waits for the rows of before: they have no party.
CREATE TABLE "booking_party" (
    "id" CHAR(24) NOT NULL,

    CONSTRAINT "booking_party_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "booking" ADD COLUMN     "party_id" CHAR(24),
ADD COLUMN     "party_room" INTEGER,
ADD CONSTRAINT "booking_party_check" CHECK (("party_id" IS NULL) = ("party_room" IS NULL)) NOT VALID;

ALTER TABLE "booking" ADD CONSTRAINT "booking_party_id_fkey" FOREIGN KEY ("party_id") REFERENCES "booking_party"("id")
  ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

ALTER TABLE "stay_hold" ADD COLUMN     "party_id" CHAR(24),
ADD COLUMN     "party_room" INTEGER;

ALTER TABLE "booking_event" ADD COLUMN     "mailed_with" TEXT;
