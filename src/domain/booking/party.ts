/** A party: rooms for one stay that are booked or held together, all or none (Y2, Y3). */

/** How many rooms a party may have. */
export const PARTY_ROOMS = { min: 1, max: 6 } as const;
