/** The contact and the guests as the gateway takes them, from entries by its paths. */
import type { AddressInput, ChangeableFragment, GuestInput } from '../generated/operations.ts';
import { type Entries, entered, GUEST_FIELDS, type GuestFieldName, guestField, programOf } from './entries.ts';

export const PERSON_FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const;
export const ADDRESS_FIELDS = ['street', 'houseNumber', 'zipCode', 'city', 'country'] as const;

type KnownGuest = ChangeableFragment['guests'][number];

/** The people of a booking before they are changed. Only a desk knows the address: the shop neither shows nor changes it. */
export interface KnownPeople extends Pick<ChangeableFragment, 'guests'> {
  readonly billedTo: ChangeableFragment['billedTo'] & {
    readonly address?: Readonly<Partial<Record<(typeof ADDRESS_FIELDS)[number], string | null>>> | null;
  };
}

/** The entries of people who are known. */
export function peopleEntries({ billedTo, guests }: KnownPeople): Entries {
  const contact = PERSON_FIELDS.map((field) => [`billedTo.${field}`, billedTo[field] ?? '']);
  const address = ADDRESS_FIELDS.map((field) => [`billedTo.address.${field}`, billedTo.address?.[field] ?? '']);
  const names = guests.flatMap(({ loyaltyProgram, ...guest }, index) =>
    GUEST_FIELDS.map((field) => [
      guestField(index, field),
      field === 'loyaltyProgram' ? String(loyaltyProgram?.number ?? '') : (guest[field] ?? ''),
    ]),
  );
  return Object.fromEntries([...contact, ...address, ...names]);
}

/** What is blank is null. */
export function addressOf(entries: Entries): AddressInput {
  return Object.fromEntries(
    ADDRESS_FIELDS.map((field) => [field, entered(entries, `billedTo.address.${field}`) || null]),
  );
}

/**
 * `known`: the guests of before. Facts without a field stay, unless both names are others: then it is another person. A date of birth stays
 * only where both names do: those of a family share the last one.
 */
export function guestsOf(entries: Entries, count: number, known: readonly KnownGuest[] = []): GuestInput[] {
  return Array.from({ length: count }, (_, index) => {
    const before = known[index];
    const text = (field: GuestFieldName) => entered(entries, guestField(index, field));
    const same = (['firstName', 'lastName'] as const).filter((field) => text(field) === before?.[field]);
    const unshown = same.length > 0 ? before : undefined;
    const bornBefore = same.length === 2 ? before?.birthDate : null;
    const isShown = (field: GuestFieldName) => guestField(index, field) in entries;
    const former = unshown?.loyaltyProgram?.number ?? null;
    const program = isShown('loyaltyProgram') ? programOf(entries, index) : former;
    return {
      gender: unshown?.gender ?? null,
      firstName: text('firstName'),
      lastName: text('lastName'),
      birthDate: (isShown('birthDate') ? text('birthDate') : bornBefore) || null,
      loyaltyProgram: program,
      loyaltyProgramCode: program !== null && program === former ? unshown?.loyaltyProgramCode : null,
    };
  });
}

/** Whether a form about a booking has a field for what stands at a path of the input. */
export function isPeopleField(path: string): boolean {
  return /^(?:billedTo\.(?:address\.)?\w+|guests\.\d+\.(?:firstName|lastName|birthDate|loyaltyProgram))$/.test(path);
}
