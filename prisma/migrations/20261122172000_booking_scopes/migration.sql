-- AlterEnum
-- In a migration of its own: the transaction that adds values cannot use them.
ALTER TYPE "Scope" ADD VALUE 'bookings';
ALTER TYPE "Scope" ADD VALUE 'operate';
