/** Variables as a text by which what depends on them is cached. */

/** Null: there is no such text, because they are nested too deep, or have a number beyond all numbers, which JSON writes as null. */
export function formatVariables(variables: object): string | null {
  try {
    const text = JSON.stringify(variables);
    return text.includes('null') && !areFinite(variables) ? null : text;
  } catch {
    return null;
  }
}

function areFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(areFinite);
}
