/** Placeholders in texts: a name between braces. */
import { en, type TextKey } from './en.ts';

/** Those that every text may have. */
const GENERAL = [
  'reference',
  'hotel',
  'visitType',
  'roomType',
  'arrival',
  'departure',
  'dates',
  'nights',
  'customer',
  'total',
] as const;
export type GeneralValues = Readonly<Record<(typeof GENERAL)[number], string>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!);
}

/** Those that the text under a key may have: the general ones, and what is said there only, like a fee. */
export function allowedPlaceholders(key: TextKey): ReadonlySet<string> {
  return new Set([...GENERAL, ...placeholdersIn(en[key])]);
}

/** The placeholders of a text that its key does not know. */
export function unknownPlaceholders(key: TextKey, text: string): string[] {
  const allowed = allowedPlaceholders(key);
  return placeholdersIn(text).filter((name) => !allowed.has(name));
}

/** Puts the values in, once: braces in a value stay as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}
