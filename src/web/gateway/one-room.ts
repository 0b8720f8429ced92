/** Offers of one room: all that a search finds without a party. */

interface Offered {
  readonly roomType: unknown;
  readonly quote: unknown;
}

export type InOneRoom<Offer extends Offered> = Offer & {
  readonly roomType: NonNullable<Offer['roomType']>;
  readonly quote: NonNullable<Offer['quote']>;
};

export function isInOneRoom<Offer extends Offered>(offer: Offer): offer is InOneRoom<Offer> {
  return offer.roomType !== null && offer.quote !== null;
}
