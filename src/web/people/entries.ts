/** What a form about people has in its fields, by their names, which are the gateway's paths. */
import { parseEntityNumber } from '../../domain/entity-number.ts';

export type Entries = Readonly<Record<string, string>>;

export const GUEST_FIELDS = ['firstName', 'lastName', 'birthDate', 'loyaltyProgram'] as const;
export type GuestFieldName = (typeof GUEST_FIELDS)[number];

export const guestField = (index: number, field: GuestFieldName) => `guests.${index}.${field}`;

/**
 * The entries for a stay that takes part in `programs`: a programme that was chosen for another stay counts for none. Null: it is not known
 * yet in which it does.
 */
export function withPrograms(entries: Entries, programs: readonly { readonly number: number }[] | null): Entries {
  if (programs === null) return entries;
  const known = new Set(['', ...programs.map(({ number }) => String(number))]);
  const isKnown = (name: string, value: string) => !/^guests\.\d+\.loyaltyProgram$/.test(name) || known.has(value);
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [name, isKnown(name, value) ? value : ''] as const),
  );
}

/** The loyalty programme that a guest has; null: none. */
export function programOf(entries: Entries, index: number): number | null {
  return parseEntityNumber(entered(entries, guestField(index, 'loyaltyProgram')));
}

/** Programmes of the guests of a room that have one, as a hold and a quote take them; `first` is the first of them among all guests. */
export function programsOf(entries: Entries, guests: number, first = 0): { guest: number; program: number }[] {
  return Array.from({ length: guests }, (_, index) => programOf(entries, first + index)).flatMap((program, index) =>
    program === null ? [] : [{ guest: index + 1, program }],
  );
}

/** What is entered in a field, without spaces around it. */
export const entered = (entries: Entries, name: string) => (entries[name] ?? '').trim();

/** The first guest is who orders. */
export const IS_TRAVELLING = 'isTravelling';

export const isTravelling = (entries: Entries) => entries[IS_TRAVELLING] !== 'no';

/** Whether an invoice is wanted, for which there must be an address. */
export const IS_INVOICED = 'isInvoiced';

export const isInvoiced = (entries: Entries) => entries[IS_INVOICED] === 'yes';

/** The field that shows what is wrong at a path. The contact's name is entered once, so as a guest it is shown there. */
export function fieldOfPath(path: string, entries: Entries): string {
  return isTravelling(entries) ? path.replace(/^guests\.0\.(firstName|lastName)$/, 'billedTo.$1') : path;
}

/** What must be asked of an e-mail address before anything is sent; the gateway decides. */
export const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** What a mutation answers if it refuses. */
export interface Refusal {
  readonly message: string;
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

/** The gateway's problems by the names of the fields that show them; those of no field are left over. */
export function placeProblems(
  problems: NonNullable<Refusal['problems']>,
  fieldOf: (path: string) => string | null,
): { readonly wrong: Record<string, string>; readonly others: string[] } {
  const wrong: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of problems) {
    const name = fieldOf(path);
    if (name === null) others.push(message);
    else wrong[name] = message;
  }
  return { wrong, others };
}
