/**
 * What the desk keeps in its window: the key, drafts of notes, and the list that was seen last. All outlive a reload, but neither
 * the window nor signing out.
 */
const KEY = 'desk-key';
const SIGNED_OUT = 'desk-signed-out';
const DRAFT = 'desk-draft:';
const LIST = 'desk-list';

export function storedKey(): string | null {
  return sessionStorage.getItem(KEY);
}

export function storeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
  sessionStorage.removeItem(SIGNED_OUT);
}

/** Whether the clerk has left: then not even the demo's key opens the desk by itself. */
export function isSignedOut(): boolean {
  return sessionStorage.getItem(SIGNED_OUT) !== null;
}

/** `isOut` false: the demo's key may open the desk again. */
export function storeSignedOut(isOut: boolean): void {
  if (isOut) sessionStorage.setItem(SIGNED_OUT, '');
  else sessionStorage.removeItem(SIGNED_OUT);
}

/** The key only: the rest waits for whoever comes back with another one. */
export function forgetKey(): void {
  sessionStorage.removeItem(KEY);
}

export function storedDraft(name: string): string {
  return sessionStorage.getItem(DRAFT + name) ?? '';
}

/** An empty text forgets the draft. */
export function storeDraft(name: string, text: string): void {
  if (text === '') sessionStorage.removeItem(DRAFT + name);
  else sessionStorage.setItem(DRAFT + name, text);
}

/** The address of the list that was seen last, for the way back from a booking. */
export function lastList(): string {
  return sessionStorage.getItem(LIST) ?? '/desk/bookings';
}

export function rememberList(address: string): void {
  sessionStorage.setItem(LIST, address);
}

/** All but the key. */
export function forgetWork(): void {
  sessionStorage.removeItem(LIST);
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(DRAFT)) sessionStorage.removeItem(name);
  }
}
