/** Compares two answers, ignoring the order of fields and where a picture of the demo is: each gateway says that it is its own. */

/** The first difference, as a path with both values; null: they are equal. */
export function differenceOf(one: unknown, other: unknown, path = '$'): string | null {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return `${path}: ${one.length} and ${other.length} entries`;
    return firstOf(one.keys(), (index) => differenceOf(one[index], other[index], `${path}[${index}]`));
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    // Such a picture is drawn: a gateway has it in one size only, whatever is stored.
    if (typeof one.url === 'string' && pictureOf(one.url) !== one.url) names.delete('variants');
    return firstOf(names, (name) => differenceOf(one[name], other[name], `${path}.${name}`));
  }
  if (typeof one === 'string' && typeof other === 'string' && pictureOf(one) === pictureOf(other)) return null;
  return Object.is(one, other) ? null : `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
}

const STORED_PICTURE = /^https:\/\/images\.example\.com\/(.+?)(?:-(?:small|\d+))?\.\w+$/;
const SERVED_PICTURE = /^https?:\/\/[\w.:]+\/pictures\/(.+)\.svg$/;

/** A picture of the demo by its name, stored or as a gateway serves it; any other text as it is. */
function pictureOf(text: string): string {
  return (SERVED_PICTURE.exec(text) ?? STORED_PICTURE.exec(text))?.[1] ?? text;
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
