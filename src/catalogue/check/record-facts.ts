/**
 * How the first reading records a thing of the file: its name, its ObjectId, its references. No record holds a chunk of the
 * file in memory.
 */
import { detachText } from '../../domain/text/detach-text.ts';
import { type CheckContext, formatValue } from '../file/problems.ts';
import type { FileFacts, IdentifiedKind, ReferenceKind } from './file-facts.ts';

/** Where a survey reports and records. */
export interface SurveyContext extends CheckContext {
  facts: FileFacts;
}

/** Records that the file names a thing; a second one with the same number or code is a problem. */
export function recordName(
  kind: keyof FileFacts['named'],
  key: number | string | undefined,
  { facts, place, problems, field = 'id' }: SurveyContext & { field?: string },
): void {
  if (key === undefined) return;
  const named = facts.named[kind] as Set<number | string>;
  if (named.has(key))
    problems.add([...place, field], 'DUPLICATE', `the file already holds a ${kind} ${formatValue(key)}`);
  named.add(typeof key === 'string' ? detachText(key) : key);
}

/** Records a thing with a number and perhaps an ObjectId. */
export function recordEntity(
  kind: Exclude<IdentifiedKind, 'price list' | 'promotion'>,
  entry: { id?: number | undefined; _id?: string | undefined },
  context: SurveyContext,
): void {
  recordName(kind, entry.id, context);
  if (entry.id !== undefined) recordObjectId(kind, entry._id, { ...context, key: [entry.id] });
}

export function recordObjectId(
  kind: IdentifiedKind,
  id: string | undefined,
  { facts, place, key }: SurveyContext & { key: readonly number[] },
): void {
  if (id === undefined) return;
  const given = { place: [...place, '_id'], id: detachText(id.toLowerCase()), key };
  const list = facts.objectIds.get(kind);
  if (list) list.push(given);
  else facts.objectIds.set(kind, [given]);
}

/** Records a reference, unless the file has already named its target. */
export function recordReference(
  kind: ReferenceKind,
  key: number | string | undefined,
  { facts, place }: SurveyContext,
): void {
  if (key === undefined || (facts.named[kind] as Set<number | string>).has(key)) return;
  facts.unsettled += 1;
  facts.references.push({ kind, key: typeof key === 'string' ? detachText(key) : key, place });
}
