/** What a change of a booking may be about, as others learn of it (M7). */
export const BOOKING_PARTS = {
  stay: 'The days, or the visit type.',
  room: 'The room type.',
  guests: 'The people staying in the room, or a loyalty programme of theirs.',
  contact: 'Whom the stay is billed to, or what they wrote.',
  price: 'What the stay costs.',
} as const;
export type BookingPart = keyof typeof BOOKING_PARTS;

/** The parts that a recorded event has changed, from its facts; null: it is no change. */
export function recordedParts(facts: unknown): readonly BookingPart[] | null {
  return (facts as { readonly changed?: readonly BookingPart[] } | null)?.changed ?? null;
}
