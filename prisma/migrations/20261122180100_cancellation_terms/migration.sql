-- AlterTable
ALTER TABLE "visit_type" ADD COLUMN     "cancellation_terms" JSONB NOT NULL DEFAULT '[]';
