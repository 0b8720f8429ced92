/** What a key may do, as people name it (S6, M10). */
import type { Scope } from '../generated/prisma/enums.ts';

export type { Scope } from '../generated/prisma/enums.ts';

/** What a key with each scope does. Each works alone, and none includes another but `manage`. */
export const SCOPE_USES: Readonly<Record<Scope, string>> = {
  read: 'sees the catalogue, calendars and prices',
  book: 'makes bookings, sees, changes and cancels one that it can name',
  bookings: 'lists, reads, changes and cancels all bookings of its client',
  operate: 'the same for the bookings of all clients in its destinations; answers requests',
  inventory: 'changes capacity, sees what has changed it',
  rates: 'changes prices, sees what has changed them',
  catalogue: 'imports and exports the catalogue',
  webhooks: 'makes and changes webhooks, sees their deliveries',
  manage: 'inventory, rates, catalogue and webhooks together',
  erase: 'erases what bookings in its destinations tell of people',
  keys: 'makes keys that may no more than itself, renames and revokes those that reach no further',
};

export const SCOPES = Object.keys(SCOPE_USES) as readonly Scope[];

/** The scopes whose sum is `manage` (M10). */
const MANAGE_PARTS: readonly Scope[] = ['inventory', 'rates', 'catalogue', 'webhooks'];

/** The scopes that release 0.2.0 does not know. It cannot read a key that has one in the column of scopes, so they are stored apart. */
const NEWER_SCOPES: readonly Scope[] = [...MANAGE_PARTS, 'erase', 'keys'];

/** What a key may do that anybody can read in a browser (S7). It concerns all of the key's destinations, whatever hotels it is bound to. */
export const PUBLISHABLE_SCOPES: readonly Scope[] = ['read', 'book'];

/** The scopes of a key that are about its hotels alone, if it is bound to hotels (M10). */
export const HOTEL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !PUBLISHABLE_SCOPES.includes(scope));

/** The scopes that processes of release 0.2.0 must not find with the others: they know no hotels either. */
export function scopesApart(isBoundToHotels: boolean): readonly Scope[] {
  return isBoundToHotels ? HOTEL_SCOPES : NEWER_SCOPES;
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPE_USES, text);
}

/** The scopes in the order of the list, `manage` always together with its parts, whichever of both were given. */
export function completeScopes(scopes: Iterable<Scope>): Scope[] {
  const given = new Set(scopes);
  const managesAll = given.has('manage') || MANAGE_PARTS.every((part) => given.has(part));
  const all = new Set([...given, ...(managesAll ? (['manage', ...MANAGE_PARTS] as const) : [])]);
  return SCOPES.filter((scope) => all.has(scope));
}

/** Complete scopes as people read them: without the parts of `manage` where it is there. Those of a newer release stay. */
export function shortScopes(scopes: readonly string[]): string[] {
  const isPart = (scope: string) => MANAGE_PARTS.some((part) => part === scope);
  return scopes.filter((scope) => !(isPart(scope) && scopes.includes('manage')));
}

/** The scopes as a sentence has them: `read, book or manage`. */
export function formatScopes(scopes: readonly Scope[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(scopes);
}
