/**
 * How the first reading records a thing of the file: its name, its ObjectId, its references. No record holds a chunk of the
 * file in memory.
 */
import { detached, type FileFacts, type IdentifiedKind, type ReferenceKind } from './file-facts.ts';
import { type Place, type ProblemList, shown } from './problems.ts';

/** Where a survey reports and records. */
export interface SurveySpot {
  facts: FileFacts;
  place: Place;
  problems: ProblemList;
}

/** Records that the file names a thing; a second one with the same number or code is a problem. */
export function name(
  kind: keyof FileFacts['named'],
  key: number | string | undefined,
  { facts, place, problems, field = 'id' }: SurveySpot & { field?: string },
): void {
  if (key === undefined) return;
  const named = facts.named[kind] as Set<number | string>;
  if (named.has(key)) problems.add([...place, field], 'DUPLICATE', `the file already holds a ${kind} ${shown(key)}`);
  named.add(typeof key === 'string' ? detached(key) : key);
}

/** Records a thing with a number and perhaps an ObjectId. */
export function identify(
  kind: Exclude<IdentifiedKind, 'price list' | 'promotion'>,
  entry: { id?: number | undefined; _id?: string | undefined },
  spot: SurveySpot,
): void {
  name(kind, entry.id, spot);
  if (entry.id !== undefined) giveObjectId(kind, entry._id, { ...spot, key: [entry.id] });
}

export function giveObjectId(
  kind: IdentifiedKind,
  id: string | undefined,
  { facts, place, key }: SurveySpot & { key: readonly number[] },
): void {
  if (id === undefined) return;
  const given = { place: [...place, '_id'], id: detached(id.toLowerCase()), key };
  const list = facts.objectIds.get(kind);
  if (list) list.push(given);
  else facts.objectIds.set(kind, [given]);
}

/** Records a reference, unless the file has already named its target. */
export function refer(kind: ReferenceKind, key: number | string | undefined, { facts, place }: SurveySpot): void {
  if (key === undefined || (facts.named[kind] as Set<number | string>).has(key)) return;
  facts.references.push({ kind, key: typeof key === 'string' ? detached(key) : key, place });
}
