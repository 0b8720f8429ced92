/** Children among the guests of a hotel that takes them from an age on (F14): who they are, when they were born, and who is too young. */
import { isTooYoung, toldBelowAge, youngestAge } from '../../../domain/hotel/children.ts';
import { parseDay } from '../../../domain/time/civil-date.ts';
import type { CivilDate } from '../../format/civil-date.ts';
import type { CheckoutStayQuery } from '../../generated/operations.ts';
import { type Entries, entered, guestField, isTravelling } from '../../people/entries.ts';

export interface ChildrenRule {
  /** Children are taken from this age on, at least 1. */
  readonly youngest: number;
  /** Guests under this age say when they were born. */
  readonly below: number;
  readonly arrival: CivilDate;
}

/** Null: the hotel has no rule, or it is not known yet. */
export function childrenRuleOf(hotel: CheckoutStayQuery['hotel'] | undefined, arrival: CivilDate): ChildrenRule | null {
  const youngest = youngestAge(hotel?.accommodationRules?.childrenFromAge);
  return youngest === null ? null : { youngest, below: toldBelowAge(youngest), arrival };
}

/** Whether it is said of a guest that he or she is a child. */
export const isChildField = (guest: number) => `guests.${guest}.isChild`;

/** Who books is none. */
export const mayBeChild = (entries: Entries, guest: number) => guest > 0 || !isTravelling(entries);

/** The date of birth of a guest who is a child, '' while it is missing; null: the guest is no child. */
export function birthDateOf(entries: Entries, guest: number): string | null {
  if (!mayBeChild(entries, guest) || entries[isChildField(guest)] !== 'yes') return null;
  return entered(entries, guestField(guest, 'birthDate'));
}

export function isTooYoungFor({ youngest, arrival }: ChildrenRule, birthDate: string): boolean {
  const [born, day] = [parseDay(birthDate), parseDay(arrival)];
  return born !== null && day !== null && isTooYoung(born, { arrival: day, youngest });
}
