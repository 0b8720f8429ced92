/** Children among the guests of a hotel that takes them from an age on (F14): who they are, when they were born, and who is too young. */
import { isTooYoung, toldBelowAge, youngestAge } from '../../../domain/hotel/children.ts';
import { parseDay } from '../../../domain/time/civil-date.ts';
import type { CivilDate } from '../../format/civil-date.ts';
import type { BookedStayFragment, CheckoutStayQuery } from '../../generated/operations.ts';
import { type Entries, entered, guestField, IS_TRAVELLING, isTravelling } from '../../people/entries.ts';

export interface ChildrenRule {
  /** Children are taken from this age on, at least 1. */
  readonly youngest: number;
  /** Guests under this age say when they were born. */
  readonly below: number;
  readonly arrival: CivilDate;
}

/** Null: the hotel has no rule, or it is not known yet. */
export function childrenRuleOf(
  hotel: Pick<NonNullable<CheckoutStayQuery['hotel']>, 'accommodationRules'> | null | undefined,
  arrival: CivilDate,
): ChildrenRule | null {
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

/** Whether a guest is younger than `age` on the day of arrival. */
function isUnder(age: number, birthDate: string, { arrival }: ChildrenRule): boolean {
  const [born, day] = [parseDay(birthDate), parseDay(arrival)];
  return born !== null && day !== null && isTooYoung(born, { arrival: day, youngest: age });
}

export type ChildFault = 'required' | 'tooYoung';

/** What is wrong with the dates of birth of so many guests, by the names of their fields. */
export function childFaultsOf(entries: Entries, guests: number, rule: ChildrenRule | null): Record<string, ChildFault> {
  const faults = Array.from({ length: rule ? guests : 0 }, (_, guest): [string, ChildFault][] => {
    const birthDate = birthDateOf(entries, guest);
    const name = guestField(guest, 'birthDate');
    if (birthDate === '') return [[name, 'required']];
    return rule && birthDate !== null && isUnder(rule.youngest, birthDate, rule) ? [[name, 'tooYoung']] : [];
  });
  return Object.fromEntries(faults.flat());
}

/**
 * The entries of a booking that changes, of which nobody is known to be the first guest. A guest of before who is a child on the day of
 * arrival is one until the form says otherwise, with the known date of birth as long as both names stay. Dates of others are no entries.
 */
export function withChildren(
  { entries, guests }: { readonly entries: Entries; readonly guests: number },
  before: BookedStayFragment['guests'],
  rule: ChildrenRule | null,
): Entries {
  const others = Object.entries(entries).filter(([name]) => !/^guests\.\d+\.birthDate$/.test(name));
  const children = Array.from({ length: rule ? guests : 0 }, (_, guest): [string, string][] => {
    const known = before[guest];
    const born = rule && known?.birthDate && isUnder(rule.below, known.birthDate, rule) ? known.birthDate : null;
    const isSame = (['firstName', 'lastName'] as const).every(
      (field) => entered(entries, guestField(guest, field)) === known?.[field],
    );
    const isChild = entries[isChildField(guest)] ?? (born === null ? 'no' : 'yes');
    const name = guestField(guest, 'birthDate');
    const told: [string, string] = [isChildField(guest), isChild];
    if (isChild === 'yes') return [told, [name, entries[name] ?? (isSame ? born : null) ?? '']];
    // A date that the guest takes back is removed.
    return born === null ? [told] : [told, [name, '']];
  });
  return Object.fromEntries([...others, [IS_TRAVELLING, 'no'], ...children.flat()]);
}
