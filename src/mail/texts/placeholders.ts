/** Placeholders in an operator's texts: a name between braces. */
import { GENERAL_PLACEHOLDERS } from './generated/texts.ts';
import { PLACEHOLDERS, type TextKey } from './index.ts';

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The placeholders that the text under a key may have: the general ones, and what is said there only, like a fee. */
export function allowedPlaceholders(key: TextKey): ReadonlySet<string> {
  return new Set([...GENERAL_PLACEHOLDERS, ...Object.keys(PLACEHOLDERS[key] ?? {})]);
}

/** The placeholders of a text that its key does not know. */
export function unknownPlaceholders(key: TextKey, text: string): string[] {
  const allowed = allowedPlaceholders(key);
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name === undefined || allowed.has(name) ? [] : [name]));
}

/** Puts the values in, once: braces in a value stay as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
