-- AlterEnum
-- In a migration of its own: the transaction that adds a value cannot use it.
ALTER TYPE "Scope" ADD VALUE 'manage';
