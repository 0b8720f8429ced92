-- AlterTable
ALTER TABLE "hotel" ADD COLUMN     "children_policy" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "description" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "coordinates" JSONB,
ADD COLUMN     "tourist_tax" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "room_type" ADD COLUMN     "area" DOUBLE PRECISION,
ADD COLUMN     "bed_types" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "sales_terms" (
    "number" INTEGER NOT NULL,
    "payment_terms" JSONB NOT NULL DEFAULT '{}',
    "terms_url" JSONB NOT NULL DEFAULT '{}',
    "privacy_url" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sales_terms_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "seller" (
    "terms_number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "register" TEXT,

    CONSTRAINT "seller_pkey" PRIMARY KEY ("terms_number")
);

-- CreateTable
CREATE TABLE "inclusion" (
    "visit_type_number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" JSONB NOT NULL,
    "quantity" INTEGER,
    "per" "ProcedureFrequency",

    CONSTRAINT "inclusion_pkey" PRIMARY KEY ("visit_type_number","position")
);

-- AddForeignKey
ALTER TABLE "seller" ADD CONSTRAINT "seller_terms_number_fkey" FOREIGN KEY ("terms_number") REFERENCES "sales_terms"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inclusion" ADD CONSTRAINT "inclusion_visit_type_number_fkey" FOREIGN KEY ("visit_type_number") REFERENCES "visit_type"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks that Prisma cannot express.
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_description_check" CHECK (jsonb_typeof("description") = 'object') NOT VALID;
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_children_policy_check" CHECK (jsonb_typeof("children_policy") = 'object') NOT VALID;
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_tourist_tax_check" CHECK (jsonb_typeof("tourist_tax") = 'object') NOT VALID;
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_coordinates_check" CHECK (jsonb_typeof("coordinates") = 'object') NOT VALID;
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_area_check" CHECK ("area" > 0) NOT VALID;
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_bed_types_check" CHECK (jsonb_typeof("bed_types") = 'object') NOT VALID;
ALTER TABLE "sales_terms" ADD CONSTRAINT "sales_terms_number_check" CHECK ("number" = 1);
ALTER TABLE "sales_terms" ADD CONSTRAINT "sales_terms_payment_terms_check" CHECK (jsonb_typeof("payment_terms") = 'object');
ALTER TABLE "sales_terms" ADD CONSTRAINT "sales_terms_terms_url_check" CHECK (jsonb_typeof("terms_url") = 'object');
ALTER TABLE "sales_terms" ADD CONSTRAINT "sales_terms_privacy_url_check" CHECK (jsonb_typeof("privacy_url") = 'object');
ALTER TABLE "inclusion" ADD CONSTRAINT "inclusion_name_check" CHECK (jsonb_typeof("name") = 'object');
ALTER TABLE "inclusion" ADD CONSTRAINT "inclusion_quantity_check" CHECK ("quantity" > 0);
