-- A no-show has a fee as a cancellation has. Rows of before are checked by the next migration; here nothing is read.

ALTER TABLE "booking" DROP CONSTRAINT "booking_cancellation_check",
ADD CONSTRAINT "booking_cancellation_check" CHECK (
  (status IN ('CANCELLED', 'NO_SHOW')) = (cancellation_fee_minor IS NOT NULL) AND cancellation_fee_minor >= 0) NOT VALID;
