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
  if (bytesOf(data) <= maxBytes) return { data, isCut: false };
  const cut = structuredClone(data);
  for (const length of TEXT_LENGTHS) {
    if (shortenTexts(cut, length) && bytesOf(cut) <= maxBytes) return { data: cut, isCut: true };
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

/** Shortens texts of the catalogue and of guests; names, ids and cursors stay whole. Whether there was one that is longer. */
function shortenTexts(value: unknown, length: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let isShortened = false;
  for (const [name, inner] of Object.entries(value)) {
    const isText = typeof inner === 'string' && (name === 'text' || name === 'customerNote' || name === 'address');
    if (isText && inner.length > length) {
      (value as Json)[name] = shortened(inner, length);
      isShortened = true;
    } else if (shortenTexts(inner, length)) isShortened = true;
  }
  return isShortened;
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
