-- CreateEnum
CREATE TYPE "Currency" AS ENUM ('CZK', 'EUR');

-- CreateEnum
CREATE TYPE "StayCategory" AS ENUM ('health', 'wellness');

-- CreateEnum
CREATE TYPE "ReservationTimeSpan" AS ENUM ('DAYS', 'WEEKS');

-- CreateEnum
CREATE TYPE "ProcedureFrequency" AS ENUM ('DAY', 'WEEK', 'VISIT');

-- CreateEnum
CREATE TYPE "Boarding" AS ENUM ('HALF_BOARD', 'FULL_BOARD', 'BREAKFAST', 'LUNCH', 'DINNER', 'ALL_INCLUSIVE');

-- CreateEnum
CREATE TYPE "Weekday" AS ENUM ('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN');

-- CreateEnum
CREATE TYPE "PriceListKind" AS ENUM ('PER_NIGHT', 'PER_VISIT');

-- CreateEnum
CREATE TYPE "QuotedPer" AS ENUM ('ROOM', 'PERSON');

-- CreateEnum
CREATE TYPE "AmenityAccess" AS ENUM ('included', 'conditional', 'paid');

-- CreateEnum
CREATE TYPE "AmenityDetailKind" AS ENUM ('access', 'options', 'note', 'opening_hours', 'quantity', 'area', 'temperature', 'distance', 'age_limit');

-- CreateEnum
CREATE TYPE "BookingKind" AS ENUM ('BINDING', 'REQUEST');

-- CreateEnum
CREATE TYPE "Gender" AS ENUM ('male', 'female');

-- CreateEnum
CREATE TYPE "Scope" AS ENUM ('read', 'book');

-- CreateTable
CREATE TABLE "channel" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" CHAR(24) NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" CHAR(64) NOT NULL,
    "name" TEXT NOT NULL,
    "channel_code" TEXT NOT NULL,
    "all_destinations" BOOLEAN NOT NULL,
    "scopes" "Scope"[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_destination" (
    "api_key_id" CHAR(24) NOT NULL,
    "destination_number" INTEGER NOT NULL,

    CONSTRAINT "api_key_destination_pkey" PRIMARY KEY ("api_key_id","destination_number")
);

-- CreateTable
CREATE TABLE "destination" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "name" JSONB NOT NULL,

    CONSTRAINT "destination_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "tag" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "name" JSONB NOT NULL,
    "color" TEXT NOT NULL,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "loyalty_program" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "name" JSONB NOT NULL,
    "basis_points" INTEGER NOT NULL,

    CONSTRAINT "loyalty_program_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "visit_type_category" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "name" JSONB NOT NULL,

    CONSTRAINT "visit_type_category_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "amenity_category" (
    "code" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" JSONB NOT NULL,

    CONSTRAINT "amenity_category_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "amenity" (
    "code" TEXT NOT NULL,
    "category_code" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" JSONB NOT NULL,
    "detail_kinds" "AmenityDetailKind"[],

    CONSTRAINT "amenity_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "amenity_option" (
    "amenity_code" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" JSONB NOT NULL,

    CONSTRAINT "amenity_option_pkey" PRIMARY KEY ("amenity_code","code")
);

-- CreateTable
CREATE TABLE "hotel" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "destination_number" INTEGER NOT NULL,
    "stars" INTEGER NOT NULL,
    "short_description" JSONB NOT NULL,
    "indication_codes" TEXT[],
    "staff_language_codes" TEXT[],

    CONSTRAINT "hotel_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "accommodation_rules" (
    "hotel_number" INTEGER NOT NULL,
    "check_in_from" TEXT,
    "check_in_to" TEXT,
    "check_out_to" TEXT,
    "pets_allowed" BOOLEAN,
    "children_from_age" INTEGER,
    "smoking_allowed" BOOLEAN,
    "note" JSONB NOT NULL,

    CONSTRAINT "accommodation_rules_pkey" PRIMARY KEY ("hotel_number")
);

-- CreateTable
CREATE TABLE "hotel_tagline" (
    "hotel_number" INTEGER NOT NULL,
    "channel_code" TEXT NOT NULL,
    "text" JSONB NOT NULL,

    CONSTRAINT "hotel_tagline_pkey" PRIMARY KEY ("hotel_number","channel_code")
);

-- CreateTable
CREATE TABLE "meal_service" (
    "hotel_number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "boarding" "Boarding" NOT NULL,
    "served_as" TEXT,
    "from" TEXT,
    "to" TEXT,

    CONSTRAINT "meal_service_pkey" PRIMARY KEY ("hotel_number","position")
);

-- CreateTable
CREATE TABLE "hotel_image" (
    "hotel_number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "thumbnail_url" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "alt" JSONB NOT NULL,
    "variants" JSONB NOT NULL,

    CONSTRAINT "hotel_image_pkey" PRIMARY KEY ("hotel_number","position")
);

-- CreateTable
CREATE TABLE "hotel_amenity" (
    "hotel_number" INTEGER NOT NULL,
    "amenity_code" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "access" "AmenityAccess",
    "options" TEXT[],
    "opening_hours" JSONB NOT NULL,
    "note" JSONB NOT NULL,
    "quantity" INTEGER,
    "area" DOUBLE PRECISION,
    "temperature" DOUBLE PRECISION,
    "distance" DOUBLE PRECISION,
    "age_limit" INTEGER,

    CONSTRAINT "hotel_amenity_pkey" PRIMARY KEY ("hotel_number","amenity_code")
);

-- CreateTable
CREATE TABLE "room_type" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "hotel_number" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "category" JSONB NOT NULL,
    "beds" INTEGER NOT NULL,

    CONSTRAINT "room_type_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "room_type_image" (
    "room_type_number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "thumbnail_url" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "alt" JSONB NOT NULL,
    "variants" JSONB NOT NULL,

    CONSTRAINT "room_type_image_pkey" PRIMARY KEY ("room_type_number","position")
);

-- CreateTable
CREATE TABLE "visit_type" (
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "priority_position" INTEGER NOT NULL,
    "on_demand" BOOLEAN NOT NULL,
    "stay_category" "StayCategory",
    "name" JSONB NOT NULL,
    "booking_url" JSONB NOT NULL,
    "description" JSONB NOT NULL,
    "commercial_slogan" JSONB NOT NULL,
    "notice" JSONB NOT NULL,
    "services" JSONB NOT NULL,
    "nights_min" INTEGER NOT NULL,
    "nights_max" INTEGER NOT NULL,
    "reservation_time_span" "ReservationTimeSpan" NOT NULL,
    "starting_days" "Weekday"[],
    "selling_from" DATE,
    "selling_to" DATE,
    "procedures" INTEGER NOT NULL,
    "procedure_frequency" "ProcedureFrequency" NOT NULL,
    "procedures_per_day" INTEGER NOT NULL,
    "boarding" "Boarding",
    "available_boardings" "Boarding"[],

    CONSTRAINT "visit_type_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "time_constraint" (
    "visit_type_number" INTEGER NOT NULL,
    "from" DATE NOT NULL,
    "to" DATE NOT NULL,

    CONSTRAINT "time_constraint_pkey" PRIMARY KEY ("visit_type_number","from","to")
);

-- CreateTable
CREATE TABLE "visit_type_category_link" (
    "visit_type_number" INTEGER NOT NULL,
    "category_number" INTEGER NOT NULL,

    CONSTRAINT "visit_type_category_link_pkey" PRIMARY KEY ("visit_type_number","category_number")
);

-- CreateTable
CREATE TABLE "visit_type_tag" (
    "visit_type_number" INTEGER NOT NULL,
    "tag_number" INTEGER NOT NULL,

    CONSTRAINT "visit_type_tag_pkey" PRIMARY KEY ("visit_type_number","tag_number")
);

-- CreateTable
CREATE TABLE "visit_type_loyalty_program" (
    "visit_type_number" INTEGER NOT NULL,
    "loyalty_program_number" INTEGER NOT NULL,

    CONSTRAINT "visit_type_loyalty_program_pkey" PRIMARY KEY ("visit_type_number","loyalty_program_number")
);

-- CreateTable
CREATE TABLE "visit_type_hotel" (
    "visit_type_number" INTEGER NOT NULL,
    "hotel_number" INTEGER NOT NULL,

    CONSTRAINT "visit_type_hotel_pkey" PRIMARY KEY ("visit_type_number","hotel_number")
);

-- CreateTable
CREATE TABLE "price_list" (
    "visit_type_number" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "kind" "PriceListKind" NOT NULL,
    "nights" INTEGER,
    "quoted_per" "QuotedPer" NOT NULL,
    "currency" "Currency" NOT NULL,

    CONSTRAINT "price_list_pkey" PRIMARY KEY ("visit_type_number","number")
);

-- CreateTable
CREATE TABLE "rate" (
    "visit_type_number" INTEGER NOT NULL,
    "price_list_number" INTEGER NOT NULL,
    "room_type_number" INTEGER NOT NULL,
    "from" DATE NOT NULL,
    "to" DATE NOT NULL,
    "amount_minor" INTEGER NOT NULL,

    CONSTRAINT "rate_pkey" PRIMARY KEY ("visit_type_number","price_list_number","room_type_number","from")
);

-- CreateTable
CREATE TABLE "promotion" (
    "visit_type_number" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "id" CHAR(24) NOT NULL,
    "name" JSONB NOT NULL,
    "basis_points" INTEGER NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "all_hotels" BOOLEAN NOT NULL,

    CONSTRAINT "promotion_pkey" PRIMARY KEY ("visit_type_number","number")
);

-- CreateTable
CREATE TABLE "promotion_channel" (
    "visit_type_number" INTEGER NOT NULL,
    "promotion_number" INTEGER NOT NULL,
    "channel_code" TEXT NOT NULL,

    CONSTRAINT "promotion_channel_pkey" PRIMARY KEY ("visit_type_number","promotion_number","channel_code")
);

-- CreateTable
CREATE TABLE "promotion_hotel" (
    "visit_type_number" INTEGER NOT NULL,
    "promotion_number" INTEGER NOT NULL,
    "hotel_number" INTEGER NOT NULL,

    CONSTRAINT "promotion_hotel_pkey" PRIMARY KEY ("visit_type_number","promotion_number","hotel_number")
);

-- CreateTable
CREATE TABLE "inventory_night" (
    "room_type_number" INTEGER NOT NULL,
    "night" DATE NOT NULL,
    "units" INTEGER NOT NULL,
    "sold" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "inventory_night_pkey" PRIMARY KEY ("room_type_number","night")
);

-- CreateTable
CREATE TABLE "booking" (
    "id" CHAR(24) NOT NULL,
    "kind" "BookingKind" NOT NULL,
    "api_key_id" CHAR(24) NOT NULL,
    "channel_code" TEXT NOT NULL,
    "visit_type_number" INTEGER NOT NULL,
    "hotel_number" INTEGER NOT NULL,
    "room_type_number" INTEGER NOT NULL,
    "arrival" DATE NOT NULL,
    "departure" DATE NOT NULL,
    "currency" "Currency" NOT NULL,
    "price_list_kind" "PriceListKind" NOT NULL,
    "base_minor" BIGINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "language" TEXT NOT NULL,
    "affiliate" TEXT,
    "customer_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "booking_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_contact" (
    "booking_id" CHAR(24) NOT NULL,
    "gender" "Gender",
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "consent_marketing" BOOLEAN NOT NULL,
    "street" TEXT,
    "house_number" TEXT,
    "city" TEXT,
    "zip_code" TEXT,
    "country" CHAR(3),

    CONSTRAINT "booking_contact_pkey" PRIMARY KEY ("booking_id")
);

-- CreateTable
CREATE TABLE "booking_guest" (
    "booking_id" CHAR(24) NOT NULL,
    "position" INTEGER NOT NULL,
    "gender" "Gender",
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "birth_date" DATE,
    "loyalty_program_number" INTEGER,
    "loyalty_program_code" TEXT,

    CONSTRAINT "booking_guest_pkey" PRIMARY KEY ("booking_id","position")
);

-- CreateTable
CREATE TABLE "booking_promotion" (
    "booking_id" CHAR(24) NOT NULL,
    "position" INTEGER NOT NULL,
    "name" JSONB NOT NULL,
    "basis_points" INTEGER NOT NULL,
    "nights" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,

    CONSTRAINT "booking_promotion_pkey" PRIMARY KEY ("booking_id","position")
);

-- CreateTable
CREATE TABLE "booking_discount" (
    "booking_id" CHAR(24) NOT NULL,
    "guest_position" INTEGER NOT NULL,
    "loyalty_program_number" INTEGER NOT NULL,
    "name" JSONB NOT NULL,
    "basis_points" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "booking_discount_pkey" PRIMARY KEY ("booking_id","guest_position")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "api_key_id" CHAR(24) NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" CHAR(64) NOT NULL,
    "booking_id" CHAR(24),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateTable
CREATE TABLE "outbox_message" (
    "sequence" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "booking_id" CHAR(24) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "epoch" (
    "scope" TEXT NOT NULL,
    "value" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "epoch_pkey" PRIMARY KEY ("scope")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_prefix_key" ON "api_key"("prefix");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_secret_hash_key" ON "api_key"("secret_hash");

-- CreateIndex
CREATE INDEX "api_key_destination_destination_number_idx" ON "api_key_destination"("destination_number");

-- CreateIndex
CREATE UNIQUE INDEX "destination_id_key" ON "destination"("id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_id_key" ON "tag"("id");

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_program_id_key" ON "loyalty_program"("id");

-- CreateIndex
CREATE UNIQUE INDEX "visit_type_category_id_key" ON "visit_type_category"("id");

-- CreateIndex
CREATE INDEX "amenity_category_code_idx" ON "amenity"("category_code");

-- CreateIndex
CREATE UNIQUE INDEX "hotel_id_key" ON "hotel"("id");

-- CreateIndex
CREATE UNIQUE INDEX "hotel_code_key" ON "hotel"("code");

-- CreateIndex
CREATE INDEX "hotel_destination_number_idx" ON "hotel"("destination_number");

-- CreateIndex
CREATE INDEX "hotel_name_number_idx" ON "hotel"("name", "number");

-- CreateIndex
CREATE INDEX "hotel_stars_number_idx" ON "hotel"("stars", "number");

-- CreateIndex
CREATE INDEX "hotel_tagline_channel_code_idx" ON "hotel_tagline"("channel_code");

-- CreateIndex
CREATE INDEX "hotel_amenity_amenity_code_idx" ON "hotel_amenity"("amenity_code");

-- CreateIndex
CREATE UNIQUE INDEX "room_type_id_key" ON "room_type"("id");

-- CreateIndex
CREATE INDEX "room_type_code_number_idx" ON "room_type"("code", "number");

-- CreateIndex
CREATE INDEX "room_type_beds_number_idx" ON "room_type"("beds", "number");

-- CreateIndex
CREATE INDEX "room_type_hotel_number_idx" ON "room_type"("hotel_number");

-- CreateIndex
CREATE UNIQUE INDEX "room_type_number_hotel_number_key" ON "room_type"("number", "hotel_number");

-- CreateIndex
CREATE UNIQUE INDEX "visit_type_id_key" ON "visit_type"("id");

-- CreateIndex
CREATE INDEX "visit_type_priority_position_number_idx" ON "visit_type"("priority_position", "number");

-- CreateIndex
CREATE INDEX "visit_type_category_link_category_number_visit_type_number_idx" ON "visit_type_category_link"("category_number", "visit_type_number");

-- CreateIndex
CREATE INDEX "visit_type_tag_tag_number_idx" ON "visit_type_tag"("tag_number");

-- CreateIndex
CREATE INDEX "visit_type_loyalty_program_loyalty_program_number_idx" ON "visit_type_loyalty_program"("loyalty_program_number");

-- CreateIndex
CREATE INDEX "visit_type_hotel_hotel_number_visit_type_number_idx" ON "visit_type_hotel"("hotel_number", "visit_type_number");

-- CreateIndex
CREATE UNIQUE INDEX "price_list_id_key" ON "price_list"("id");

-- CreateIndex
CREATE INDEX "rate_room_type_number_idx" ON "rate"("room_type_number");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_id_key" ON "promotion"("id");

-- CreateIndex
CREATE INDEX "promotion_channel_channel_code_idx" ON "promotion_channel"("channel_code");

-- CreateIndex
CREATE INDEX "promotion_hotel_hotel_number_idx" ON "promotion_hotel"("hotel_number");

-- CreateIndex
CREATE INDEX "booking_api_key_id_created_at_idx" ON "booking"("api_key_id", "created_at");

-- CreateIndex
CREATE INDEX "booking_room_type_number_arrival_idx" ON "booking"("room_type_number", "arrival");

-- CreateIndex
CREATE INDEX "booking_visit_type_number_idx" ON "booking"("visit_type_number");

-- CreateIndex
CREATE INDEX "booking_hotel_number_idx" ON "booking"("hotel_number");

-- CreateIndex
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

-- CreateIndex
CREATE INDEX "idempotency_record_booking_id_idx" ON "idempotency_record"("booking_id");

-- CreateIndex
CREATE INDEX "outbox_message_booking_id_idx" ON "outbox_message"("booking_id");

-- CreateIndex
CREATE INDEX "outbox_message_sent_at_sequence_idx" ON "outbox_message"("sent_at", "sequence");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_channel_code_fkey" FOREIGN KEY ("channel_code") REFERENCES "channel"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_destination" ADD CONSTRAINT "api_key_destination_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_destination" ADD CONSTRAINT "api_key_destination_destination_number_fkey" FOREIGN KEY ("destination_number") REFERENCES "destination"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "amenity" ADD CONSTRAINT "amenity_category_code_fkey" FOREIGN KEY ("category_code") REFERENCES "amenity_category"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "amenity_option" ADD CONSTRAINT "amenity_option_amenity_code_fkey" FOREIGN KEY ("amenity_code") REFERENCES "amenity"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_destination_number_fkey" FOREIGN KEY ("destination_number") REFERENCES "destination"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accommodation_rules" ADD CONSTRAINT "accommodation_rules_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_tagline" ADD CONSTRAINT "hotel_tagline_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_tagline" ADD CONSTRAINT "hotel_tagline_channel_code_fkey" FOREIGN KEY ("channel_code") REFERENCES "channel"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "meal_service" ADD CONSTRAINT "meal_service_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_image" ADD CONSTRAINT "hotel_image_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_amenity" ADD CONSTRAINT "hotel_amenity_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hotel_amenity" ADD CONSTRAINT "hotel_amenity_amenity_code_fkey" FOREIGN KEY ("amenity_code") REFERENCES "amenity"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_type_image" ADD CONSTRAINT "room_type_image_room_type_number_fkey" FOREIGN KEY ("room_type_number") REFERENCES "room_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "time_constraint" ADD CONSTRAINT "time_constraint_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_category_link" ADD CONSTRAINT "visit_type_category_link_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_category_link" ADD CONSTRAINT "visit_type_category_link_category_number_fkey" FOREIGN KEY ("category_number") REFERENCES "visit_type_category"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_tag" ADD CONSTRAINT "visit_type_tag_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_tag" ADD CONSTRAINT "visit_type_tag_tag_number_fkey" FOREIGN KEY ("tag_number") REFERENCES "tag"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_loyalty_program" ADD CONSTRAINT "visit_type_loyalty_program_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_loyalty_program" ADD CONSTRAINT "visit_type_loyalty_program_loyalty_program_number_fkey" FOREIGN KEY ("loyalty_program_number") REFERENCES "loyalty_program"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_hotel" ADD CONSTRAINT "visit_type_hotel_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_type_hotel" ADD CONSTRAINT "visit_type_hotel_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate" ADD CONSTRAINT "rate_visit_type_number_price_list_number_fkey" FOREIGN KEY ("visit_type_number", "price_list_number") REFERENCES "price_list"("visit_type_number", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate" ADD CONSTRAINT "rate_room_type_number_fkey" FOREIGN KEY ("room_type_number") REFERENCES "room_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_channel" ADD CONSTRAINT "promotion_channel_visit_type_number_promotion_number_fkey" FOREIGN KEY ("visit_type_number", "promotion_number") REFERENCES "promotion"("visit_type_number", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_channel" ADD CONSTRAINT "promotion_channel_channel_code_fkey" FOREIGN KEY ("channel_code") REFERENCES "channel"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_hotel" ADD CONSTRAINT "promotion_hotel_visit_type_number_promotion_number_fkey" FOREIGN KEY ("visit_type_number", "promotion_number") REFERENCES "promotion"("visit_type_number", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_hotel" ADD CONSTRAINT "promotion_hotel_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_night" ADD CONSTRAINT "inventory_night_room_type_number_fkey" FOREIGN KEY ("room_type_number") REFERENCES "room_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_channel_code_fkey" FOREIGN KEY ("channel_code") REFERENCES "channel"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_hotel_number_fkey" FOREIGN KEY ("hotel_number") REFERENCES "hotel"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_room_type_number_hotel_number_fkey" FOREIGN KEY ("room_type_number", "hotel_number") REFERENCES "room_type"("number", "hotel_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_contact" ADD CONSTRAINT "booking_contact_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_guest" ADD CONSTRAINT "booking_guest_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_promotion" ADD CONSTRAINT "booking_promotion_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_discount" ADD CONSTRAINT "booking_discount_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_record" ADD CONSTRAINT "idempotency_record_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_record" ADD CONSTRAINT "idempotency_record_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks that the Prisma schema cannot express: the last net below the validation of catalogue files and bookings.

-- ObjectIds are 24 lower-case hexadecimal digits.
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "destination" ADD CONSTRAINT "destination_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "tag" ADD CONSTRAINT "tag_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "loyalty_program" ADD CONSTRAINT "loyalty_program_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "visit_type_category" ADD CONSTRAINT "visit_type_category_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_id_check" CHECK (id ~ '^[0-9a-f]{24}$');
ALTER TABLE "booking" ADD CONSTRAINT "booking_id_check" CHECK (id ~ '^[0-9a-f]{24}$');

-- Localized texts, opening hours and image variants have the shape that their readers expect.
ALTER TABLE "destination" ADD CONSTRAINT "destination_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "tag" ADD CONSTRAINT "tag_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "loyalty_program" ADD CONSTRAINT "loyalty_program_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "visit_type_category" ADD CONSTRAINT "visit_type_category_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "amenity_category" ADD CONSTRAINT "amenity_category_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "amenity" ADD CONSTRAINT "amenity_label_check" CHECK (jsonb_typeof("label") = 'object');
ALTER TABLE "amenity_option" ADD CONSTRAINT "amenity_option_label_check" CHECK (jsonb_typeof("label") = 'object');
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_short_description_check" CHECK (jsonb_typeof("short_description") = 'object');
ALTER TABLE "accommodation_rules" ADD CONSTRAINT "accommodation_rules_note_check" CHECK (jsonb_typeof("note") = 'object');
ALTER TABLE "hotel_tagline" ADD CONSTRAINT "hotel_tagline_text_check" CHECK (jsonb_typeof("text") = 'object');
ALTER TABLE "hotel_image" ADD CONSTRAINT "hotel_image_alt_check" CHECK (jsonb_typeof("alt") = 'object');
ALTER TABLE "hotel_image" ADD CONSTRAINT "hotel_image_variants_check" CHECK (jsonb_typeof("variants") = 'object');
ALTER TABLE "hotel_amenity" ADD CONSTRAINT "hotel_amenity_opening_hours_check" CHECK (jsonb_typeof("opening_hours") = 'array');
ALTER TABLE "hotel_amenity" ADD CONSTRAINT "hotel_amenity_note_check" CHECK (jsonb_typeof("note") = 'object');
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_category_check" CHECK (jsonb_typeof("category") = 'object');
ALTER TABLE "room_type_image" ADD CONSTRAINT "room_type_image_alt_check" CHECK (jsonb_typeof("alt") = 'object');
ALTER TABLE "room_type_image" ADD CONSTRAINT "room_type_image_variants_check" CHECK (jsonb_typeof("variants") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_booking_url_check" CHECK (jsonb_typeof("booking_url") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_description_check" CHECK (jsonb_typeof("description") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_commercial_slogan_check" CHECK (jsonb_typeof("commercial_slogan") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_notice_check" CHECK (jsonb_typeof("notice") = 'object');
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_services_check" CHECK (jsonb_typeof("services") = 'object');
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "booking_promotion" ADD CONSTRAINT "booking_promotion_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "booking_discount" ADD CONSTRAINT "booking_discount_name_check" CHECK (jsonb_typeof("name") = 'object');

ALTER TABLE "tag" ADD CONSTRAINT "tag_color_check" CHECK (color ~ '^[0-9a-fA-F]{6}$');
ALTER TABLE "loyalty_program" ADD CONSTRAINT "loyalty_program_basis_points_check" CHECK (basis_points BETWEEN 0 AND 10000);
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_stars_check" CHECK (stars BETWEEN 1 AND 5);
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_beds_check" CHECK (beds BETWEEN 1 AND 20);
ALTER TABLE "hotel_image" ADD CONSTRAINT "hotel_image_size_check" CHECK (width > 0 AND height > 0);
ALTER TABLE "room_type_image" ADD CONSTRAINT "room_type_image_size_check" CHECK (width > 0 AND height > 0);
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_nights_check" CHECK (nights_min >= 1 AND nights_max >= nights_min);
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_selling_check" CHECK (selling_to >= selling_from);
ALTER TABLE "visit_type" ADD CONSTRAINT "visit_type_procedures_check" CHECK (procedures >= 0 AND procedures_per_day >= 0);
ALTER TABLE "time_constraint" ADD CONSTRAINT "time_constraint_range_check" CHECK ("to" >= "from");
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_nights_check"
  CHECK (CASE kind WHEN 'PER_VISIT' THEN nights IS NOT NULL AND nights >= 1 ELSE nights IS NULL END);
ALTER TABLE "rate" ADD CONSTRAINT "rate_season_check" CHECK ("to" >= "from");
ALTER TABLE "rate" ADD CONSTRAINT "rate_amount_check" CHECK (amount_minor BETWEEN 0 AND 1000000000);
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_basis_points_check" CHECK (basis_points BETWEEN 0 AND 10000);
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_validity_check" CHECK (valid_to >= valid_from);
ALTER TABLE "inventory_night" ADD CONSTRAINT "inventory_night_units_check" CHECK (units >= 0);
ALTER TABLE "inventory_night" ADD CONSTRAINT "inventory_night_sold_check" CHECK (sold BETWEEN 0 AND units);
ALTER TABLE "booking" ADD CONSTRAINT "booking_stay_check" CHECK (departure > arrival);
ALTER TABLE "booking" ADD CONSTRAINT "booking_amount_check" CHECK (amount_minor BETWEEN 0 AND base_minor);
ALTER TABLE "booking" ADD CONSTRAINT "booking_language_check" CHECK (language IN ('cs_CZ', 'de', 'en', 'ru'));
ALTER TABLE "booking_guest" ADD CONSTRAINT "booking_guest_position_check" CHECK (position >= 1);
ALTER TABLE "booking_promotion" ADD CONSTRAINT "booking_promotion_amount_check" CHECK (amount_minor >= 0 AND nights >= 1);
ALTER TABLE "booking_discount" ADD CONSTRAINT "booking_discount_amount_check" CHECK (amount_minor >= 0 AND guest_position >= 1);
