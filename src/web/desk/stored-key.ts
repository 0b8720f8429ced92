/** The key of the desk outlives a reload, but not the window. */
const NAME = 'desk-key';

export function storedKey(): string | null {
  return sessionStorage.getItem(NAME);
}

/** Null forgets it. */
export function storeKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, key);
}
