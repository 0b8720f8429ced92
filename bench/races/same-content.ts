/** Compares two answers, ignoring the order of fields. */

/** The first difference, as a path with both values; null: they are equal. */
export function differenceOf(one: unknown, other: unknown, path = '$'): string | null {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return `${path}: ${one.length} and ${other.length} entries`;
    return firstOf(one.keys(), (index) => differenceOf(one[index], other[index], `${path}[${index}]`));
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return firstOf(names, (name) => differenceOf(one[name], other[name], `${path}.${name}`));
  }
  return Object.is(one, other) ? null : `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
}

function firstOf<T>(values: Iterable<T>, find: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
