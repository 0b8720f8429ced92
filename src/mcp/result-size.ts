/** Keeps results of tools short: agents read all of an answer, and pay for each word (X5). */

import { shortened } from '../domain/text/refusal-bounds.ts';

/** The most bytes of a result as JSON. */
export const MAX_RESULT_BYTES = 8_000;
/** What texts of hotels are shortened to, one after the other, before anything is left out. */
const TEXT_LENGTHS = [1_500, 700, 300, 150];
const LONG_TEXT = /[^"]{150}/;

/** Between the items of a list, in bytes. */
const COMMA = 1;

type Json = Record<string, unknown>;

/** What fits into so many bytes, and whether that is less than everything: texts end early, then the longest lists. */
export function withinBytes(data: Json, maxBytes: number): { readonly data: Json; readonly isCut: boolean } {
  const whole = JSON.stringify(data);
  let excess = Buffer.byteLength(whole) - maxBytes;
  if (excess <= 0) return { data, isCut: false };
  // A copy: lists of a result may be those of the catalogue.
  const cut = JSON.parse(whole) as Json;
  // Most lists have no long text, and looking through all of their fields would take as long as the copy.
  const texts = LONG_TEXT.test(whole) ? textsIn(cut) : [];
  for (const length of TEXT_LENGTHS) {
    const long = texts.filter(({ holder, name }) => (holder[name] as string).length > length);
    if (excess <= 0 || long.length === 0) continue;
    for (const { holder, name } of long) holder[name] = shortened(holder[name] as string, length);
    excess = bytesOf(cut) - maxBytes;
  }
  while (excess > 0) {
    const list = longestList(cut);
    if (list === null) break;
    dropLast(list, excess);
    excess = bytesOf(cut) - maxBytes;
  }
  return { data: cut, isCut: true };
}

/** Drops as many of the last items as have so many bytes, or all. A page goes on after what is left of it. */
function dropLast({ items, pageInfo }: List, bytes: number): void {
  for (let left = bytes; left > 0 && items.length > 0; ) left -= bytesOf(items.pop()) + COMMA;
  const last = items.at(-1) as Json | undefined;
  if (pageInfo) Object.assign(pageInfo, { hasNextPage: true, endCursor: last?.cursor ?? null });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Fields whose texts may end early. Names, ids and cursors stay whole. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['text', 'customerNote', 'address']);

interface TextPlace {
  readonly holder: Json;
  readonly name: string;
}

function textsIn(value: unknown, found: TextPlace[] = []): TextPlace[] {
  if (Array.isArray(value)) for (const inner of value) textsIn(inner, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') textsIn(inner, found);
      else if (typeof inner === 'string' && TEXT_FIELDS.has(name)) found.push({ holder: value as Json, name });
    }
  }
  return found;
}

interface List {
  readonly items: unknown[];
  /** What tells how a page goes on, if the items are its edges; it changes with them. */
  readonly pageInfo: Json | null;
}

/** The list with the most bytes in it, of those in no other one; null: all are empty. */
function longestList(value: unknown): List | null {
  const found: (List & { bytes: number })[] = [];
  const look = (at: unknown, holder: Json | null) => {
    if (Array.isArray(at)) {
      if (at.length > 0) found.push({ items: at, pageInfo: (holder?.pageInfo as Json) ?? null, bytes: bytesOf(at) });
    } else if (typeof at === 'object' && at !== null) {
      for (const inner of Object.values(at)) look(inner, at as Json);
    }
  };
  look(value, null);
  return found.sort((one, other) => other.bytes - one.bytes)[0] ?? null;
}
