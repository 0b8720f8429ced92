/**
 * What the desk keeps in its window: the key, drafts of notes, the list that was seen last, and what must not stand in an address. All
 * outlive a reload, but neither the window nor signing out.
 */
import { windowStorage } from '../storages.ts';

const KEY = 'desk-key';
const SIGNED_OUT = 'desk-signed-out';
const DRAFT = 'desk-draft:';
const LIST = 'desk-list';
const PLACE = 'desk-place:';
const LAST_PLACE = 'desk-last-place';
/** How many places are stored; older ones lead nowhere. */
const PLACES = 5_000;

export function storedKey(): string | null {
  return windowStorage.get(KEY);
}

export function storeKey(key: string): void {
  windowStorage.set(KEY, key);
  windowStorage.set(SIGNED_OUT, null);
}

/** Whether the clerk has left: then not even the demo's key opens the desk by itself. */
export function isSignedOut(): boolean {
  return windowStorage.get(SIGNED_OUT) !== null;
}

/** `isOut` false: the demo's key may open the desk again. */
export function storeSignedOut(isOut: boolean): void {
  windowStorage.set(SIGNED_OUT, isOut ? '' : null);
}

/** Only the key: the rest stays for a clerk who comes back with another one. */
export function forgetKey(): void {
  windowStorage.set(KEY, null);
}

export function storedDraft(name: string): string {
  return windowStorage.get(DRAFT + name) ?? '';
}

/** An empty text forgets the draft. */
export function storeDraft(name: string, text: string): void {
  windowStorage.set(DRAFT + name, text === '' ? null : text);
}

/** The booking was made by an earlier attempt, whose answer was lost, without what was filled in since. */
export function storeMadeEarlier(id: string): void {
  storeDraft(`made earlier ${id}`, 'yes');
}

export function isMadeEarlier(id: string): boolean {
  return storedDraft(`made earlier ${id}`) !== '';
}

/** The address of the list that was seen last, for the way back from a booking. */
export function lastList(): string {
  return windowStorage.get(LIST) ?? '/desk/bookings';
}

export function rememberList(address: string): void {
  windowStorage.set(LIST, address);
}

/** Places by their values, as far as this window has stored them. */
let places: Map<string, string> | null = null;

/**
 * What stands in an address for a value that must not (A8): an id, a reference, an e-mail address, a cursor. Addresses get into histories
 * and logs; a place means something in this window only.
 */
export function placeOf(value: string): string {
  places ??= new Map(
    windowStorage
      .names()
      .filter((name) => name.startsWith(PLACE))
      .map((name) => [windowStorage.get(name) ?? '', name.slice(PLACE.length)]),
  );
  const known = places.get(value);
  if (known !== undefined && valueAt(known) === value) return known;
  const next = Number(windowStorage.get(LAST_PLACE)) + 1;
  windowStorage.set(LAST_PLACE, String(next));
  windowStorage.set(`${PLACE}${next}`, value);
  const oldest = `${PLACE}${next - PLACES}`;
  places.delete(windowStorage.get(oldest) ?? '');
  windowStorage.set(oldest, null);
  places.set(value, String(next));
  return String(next);
}

/** The value of a place; null: this window has none there. */
export function valueAt(place: string | undefined): string | null {
  return place === undefined ? null : windowStorage.get(PLACE + place);
}

/** All but the key. Places are not given out again, so addresses of before lead nowhere. */
export function forgetWork(): void {
  windowStorage.set(LIST, null);
  for (const name of windowStorage.names()) {
    if (name.startsWith(DRAFT) || name.startsWith(PLACE)) windowStorage.set(name, null);
  }
}
