/** Ties what the gateway refuses to what caused it. */

/** The change that a problem is about, by its path: `changes.3.units`; null: none of its own. */
export function changeAt<Change>(changes: readonly Change[], path: string): Change | null {
  const index = /^(?:input\.)?changes\.(\d+)\b/.exec(path)?.[1];
  return changes[Number(index)] ?? null;
}
