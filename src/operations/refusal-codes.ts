/** The stable codes of refusals that have just one, by their kinds (F7). */
export const CODES = {
  invalidInput: 'INVALID_INPUT',
  notFound: 'NOT_FOUND',
  notPriced: 'NOT_PRICED',
  noCapacity: 'NO_CAPACITY',
  onDemandOnly: 'ON_DEMAND_ONLY',
  guestCount: 'GUEST_COUNT',
  priceChanged: 'PRICE_CHANGED',
  tooManyHolds: 'TOO_MANY_HOLDS',
  tooManyRequests: 'TOO_MANY_REQUESTS',
  conflict: 'CONFLICT',
} as const;

/** The codes of refusals: their own, or that of their kind. */
export type CodeOf<One extends { readonly kind: string }> = One extends { readonly code: infer Code }
  ? Code
  : One extends { readonly kind: keyof typeof CODES }
    ? (typeof CODES)[One['kind']]
    : never;
