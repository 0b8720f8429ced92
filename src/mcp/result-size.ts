/** Keeps results of tools short: agents read all of an answer, and pay for each word (X5). */

import { shortened } from '../domain/text/refusal-bounds.ts';

/** In bytes of JSON. */
export const MAX_RESULT_BYTES = 8_000;
/** What texts of hotels are shortened to, one after the other, before anything is left out. */
const TEXT_LENGTHS = [1_500, 700, 300, 150];

/** Between the items of a list, in bytes. */
const COMMA = 1;

type Json = Record<string, unknown>;

/** What fits into so many bytes, and whether that is less than everything: texts end early, then the longest lists. */
export function withinBytes(data: Json, maxBytes: number): { readonly data: Json; readonly isCut: boolean } {
  const whole = JSON.stringify(data);
  if (Buffer.byteLength(whole) <= maxBytes) return { data, isCut: false };
  // A copy: lists of a result may be those of the catalogue.
  const cut = JSON.parse(whole) as Json;
  const texts = textsIn(cut);
  for (const length of TEXT_LENGTHS) {
    const long = texts.filter(({ holder, name }) => (holder[name] as string).length > length);
    for (const { holder, name } of long) holder[name] = shortened(holder[name] as string, length);
    if (long.length > 0 && bytesOf(cut) <= maxBytes) return { data: cut, isCut: true };
  }
  for (let list = longestList(cut); list; list = longestList(cut)) {
    const excess = bytesOf(cut) - maxBytes;
    if (excess <= 0) break;
    for (let left = excess; left > 0 && list.items.length > 0; ) left -= bytesOf(list.items.pop()) + COMMA;
    if (list.pageInfo) {
      const last = list.items.at(-1) as Json | undefined;
      Object.assign(list.pageInfo, { hasNextPage: true, endCursor: last?.cursor ?? null });
    }
  }
  return { data: cut, isCut: true };
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
  /** Of the edges of a page. */
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
