/** Holds one room: a party of one (Y3). */
import type { HoldOutcome } from './hold-outcome.ts';
import { type HoldsRequest, holdStays, type RoomToHold, type StaysToHold } from './hold-stays.ts';

/** A stay to hold. */
export type StayToHold = Omit<StaysToHold, 'rooms'> & Omit<RoomToHold, 'guests'>;

/** A well-formed request of a caller that may book. */
export interface HoldRequest extends Omit<HoldsRequest, 'input'> {
  readonly input: StayToHold;
}

/**
 * Holds the stay, or returns the reason why not.
 * @throws ServiceUnavailable as `holdStays`
 */
export async function holdStay({ input, ...request }: HoldRequest): Promise<HoldOutcome> {
  const { roomType, programs, ...stay } = input;
  const outcome = await holdStays({ ...request, input: { ...stay, rooms: [{ roomType, programs }] } });
  if (outcome.kind === 'guestCount') throw new Error('guests were counted that nobody had named');
  if (outcome.kind !== 'held') return outcome;
  const { kind, replayed, holds } = outcome;
  const [hold] = holds;
  if (hold === undefined) throw new Error('a stay is held without a hold');
  return { ...hold, kind, replayed };
}
