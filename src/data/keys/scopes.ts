/** What a key may do, as people name it (S6). */
import type { Scope } from '../generated/prisma/enums.ts';

export type { Scope } from '../generated/prisma/enums.ts';

/** What a key with each scope does. None includes another, and each works alone. */
export const SCOPE_USES: Readonly<Record<Scope, string>> = {
  read: 'sees the catalogue, calendars and prices',
  book: 'makes bookings, sees, changes and cancels one that it can name',
  bookings: 'lists, reads, changes and cancels all bookings of its client',
  operate: 'the same for the bookings of all clients in its destinations; answers requests',
  manage: 'changes prices and capacity, imports and exports the catalogue',
};

export const SCOPES = Object.keys(SCOPE_USES) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPE_USES, text);
}

/** What a key may do that anybody can read in a browser (S7). */
export const PUBLISHABLE_SCOPES: readonly Scope[] = ['read', 'book'];

/** The scopes as a sentence has them: `read, book or manage`. */
export function formatScopes(scopes: readonly Scope[]): string {
  return scopes.length < 2 ? scopes.join() : `${scopes.slice(0, -1).join(', ')} or ${scopes.at(-1)}`;
}
