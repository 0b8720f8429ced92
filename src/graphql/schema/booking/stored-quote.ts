/** Prices as bookings store them. */
import { type CancellationTerm, cancellationFees } from '../../../domain/booking/cancellation-terms.ts';
import { dayOf } from '../../../domain/time/civil-date.ts';
import type { StoredPrice } from '../../../operations/booking/changes/decide-change.ts';
import type { ShownQuote } from '../stays/quote.ts';

/** A price as it is stored, as the schema shows it. */
export function storedQuote(stored: StoredPrice): ShownQuote {
  const { currency, priceListKind, baseMinor, amountMinor, promotions, discounts } = stored;
  const [arrival, departure] = [dayOf(stored.arrival), dayOf(stored.departure)];
  return {
    ...{ currency, priceListKind, baseMinor, amountMinor, nights: departure - arrival },
    cancellation: cancellationFees({ terms: termsOf(stored), arrival, amountMinor }),
    promotions: promotions.map(({ validFrom, validTo, ...line }) => {
      return { ...line, validFrom: dayOf(validFrom), validTo: validTo === null ? null : dayOf(validTo) };
    }),
    discounts: discounts.map(({ guestPosition: guest, loyaltyProgramNumber: programNumber, ...line }) => {
      return { ...line, guest, programNumber };
    }),
  };
}

export function termsOf({ cancellationTerms }: StoredPrice): readonly CancellationTerm[] {
  return cancellationTerms as unknown as readonly CancellationTerm[];
}
