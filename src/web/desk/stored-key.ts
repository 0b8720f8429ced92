/** What the desk keeps in its window: the key, and drafts of notes. Both outlive a reload, but neither the window nor signing out. */
const KEY = 'desk-key';
const DRAFT = 'desk-draft:';

export function storedKey(): string | null {
  return sessionStorage.getItem(KEY);
}

export function storeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** The key only: drafts wait for whoever comes back with another one. */
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

export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(DRAFT)) sessionStorage.removeItem(name);
  }
}
