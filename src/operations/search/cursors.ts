/**
 * Cursors: the sort key of the last row seen, bound to the resource and the sort mode of the list (V3). They are
 * signed, so a forged one is refused instead of leading somewhere else. Their form is `<payload>.<signature>`, both
 * base64url, with a JSON payload that reveals nothing beyond its row. The signing key is derived from the
 * installation's shared secret, so cursors work in every process and after a restart.
 *
 * Legacy cursors still work: base64 of a JSON object with `lastSortValue` and `lastId`, without resource and sort mode, if
 * the type of the value fits the sort mode. Other fields are ignored.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { equalsInConstantTime } from '../../data/keys/stored-api-keys.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import type { SortOrder } from '../../domain/text/sort-order.ts';

export interface CursorSigner {
  /** 22 characters of base64url. */
  sign(payload: string): string;
}

const SIGNATURE_BYTES = 16;
const CURSOR = /^([\w-]+)\.([\w-]+)$/;
const INTEGER = /^-?\d+$/;
const OBJECT_ID = /^[0-9a-f]{24}$/i;
const BASE64 = /^[\w+/-]+={0,2}$/;

/** The signing key is derived from the installation's secret, for this purpose only. */
export function createCursorSigner(secret: string): CursorSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'spa-stay-gateway cursors', 32));
  return {
    sign: (payload) =>
      createHmac('sha256', key).update(payload).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'),
  };
}

/** What a cursor is bound to. */
export type CursorOrder = Pick<SortOrder, 'resource' | 'mode' | 'words'>;

/** The place of a row in an order: the value sorted by, and what tells rows of equal values apart. */
export type CursorKey<Identity = number | string> = readonly [value: string | number, identity: Identity];

export function formatCursor(
  [value, identity]: CursorKey,
  { resource, mode }: CursorOrder,
  signer: CursorSigner,
): string {
  return formatSigned([resource, mode, value, identity], signer);
}

/** A text for callers to send back as it is. Its content is JSON and begins with the name of what it is of. */
export function formatSigned(content: readonly [string, ...unknown[]], signer: CursorSigner): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${signer.sign(payload)}`;
}

/** The content of a text that `formatSigned` wrote here; else why it is none. */
export function parseSigned(
  text: string,
  signer: CursorSigner,
): { readonly content: readonly [string, ...unknown[]] } | { readonly broken: 'MALFORMED' | 'CHANGED' } {
  const [, payload, signature] = CURSOR.exec(text) ?? [];
  if (payload === undefined || signature === undefined) return { broken: 'MALFORMED' };
  if (!equalsInConstantTime(signature, signer.sign(payload))) return { broken: 'CHANGED' };
  return { content: decodeJson(payload) as [string, ...unknown[]] };
}

type ParsedCursor<Key> = { readonly key: Key } | { readonly problem: InputProblem };

/**
 * The place in a cursor, or its problem for a list in this order; the problem's path is `after`. The row is a number; in legacy
 * cursors also an ObjectId, or infinity: after all rows of that value.
 */
export function parseCursor(cursor: string, order: SortOrder, signer: CursorSigner): ParsedCursor<CursorKey> {
  return CURSOR.test(cursor) ? parseSignedCursor<number>(cursor, order, signer) : parseLegacyCursor(cursor, order);
}

/** The place in a cursor of a list that never had legacy cursors. */
export function parseSignedCursor<Identity extends number | string>(
  cursor: string,
  order: CursorOrder,
  signer: CursorSigner,
): ParsedCursor<CursorKey<Identity>> {
  const read = parseSigned(cursor, signer);
  if ('broken' in read) {
    return read.broken === 'MALFORMED' ? notACursor() : { problem: inputProblem('after', 'cursorChanged') };
  }
  const [resource, mode, value, identity] = read.content as unknown as [string, string, ...CursorKey<Identity>];
  if (resource !== order.resource) {
    return { problem: inputProblem('after', 'cursorOfResource', { resource, expectedResource: order.resource }) };
  }
  if (mode !== order.mode) {
    const facts = { mode, expectedMode: order.mode, words: order.words };
    return { problem: inputProblem('after', 'cursorOfSortMode', facts) };
  }
  return { key: [value, identity] };
}

function parseLegacyCursor(cursor: string, order: SortOrder): ParsedCursor<CursorKey> {
  const content = BASE64.test(cursor) ? decodeJson(cursor) : null;
  const { lastSortValue, lastId } = (content ?? {}) as Record<string, unknown>;
  const row = lastRow(lastId);
  if (lastSortValue === undefined || row === null) return notACursor();
  const fits = order.valueType === 'number' ? isNumber(lastSortValue) : typeof lastSortValue === 'string';
  if (!fits) {
    const facts = { valueType: order.valueType, expectedMode: order.mode };
    return { problem: inputProblem('after', 'cursorOfValues', facts) };
  }
  return { key: [lastSortValue as string | number, row] };
}

/** The row that a `lastId` names: a number, as digits too, or an ObjectId; infinity without one; null: none of these. */
function lastRow(lastId: unknown): number | string | null {
  if (lastId === undefined) return Infinity;
  if (isNumber(lastId)) return lastId;
  if (typeof lastId !== 'string') return null;
  if (OBJECT_ID.test(lastId)) return lastId;
  return INTEGER.test(lastId) && isNumber(Number(lastId)) ? Number(lastId) : null;
}

function notACursor(): { problem: InputProblem } {
  return { problem: inputProblem('after', 'notACursor') };
}

/** Null unless it is JSON in UTF-8. */
function decodeJson(base64: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
