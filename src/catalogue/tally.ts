/**
 * Counts the effect of an import by kind (U4): created, updated, removed, unchanged. An entry of the file (a hotel, a visit type, a
 * price list) is updated when its rates, images or links are. Parts of entries (a rate, an image, a text in one language) are
 * also counted themselves, so whatever leaves an entry shows as removed.
 */
import type { CacheTagText } from '../data/cache/cache-tags.ts';
import { COUNTED_KINDS, type CountedKind } from './counted.ts';
import type { MergeResult } from './write/merge-rows.ts';
import type { PartCounts } from './write/row-parts.ts';

export interface Counts {
  created: number;
  updated: number;
  removed: number;
  unchanged: number;
}

/** The counts of an import. */
export interface Tally {
  readonly counts: Record<CountedKind, Counts>;
  /**
   * Counts one batch of entries.
   * @param own changes of the entries' own rows
   * @param parts changes of rows that belong to them; any makes the entry an updated one
   * @param pruned what a second merge of the same rows removed, after what belonged to it
   */
  count(own: MergeResult, parts?: readonly MergeResult[], pruned?: MergeResult): void;
  removed(what: CountedKind, number: number): void;
  /** The cache tags that the changes raise; of capacity only those of room types that go. */
  readonly raised: ReadonlySet<CacheTagText>;
  raise(tags: readonly CacheTagText[]): void;
  /** Whether anything changed. */
  changed(): boolean;
}

export function createTally(): Tally {
  const counts = Object.fromEntries(
    COUNTED_KINDS.map((what) => [what, { created: 0, updated: 0, removed: 0, unchanged: 0 }]),
  ) as Record<CountedKind, Counts>;

  function add(what: CountedKind, { created, updated, removed, named }: PartCounts): void {
    counts[what].created += created;
    counts[what].updated += updated;
    counts[what].removed += removed;
    counts[what].unchanged += named - created - updated;
  }

  function removed(what: CountedKind, number: number): void {
    counts[what].removed += number;
  }

  function addParts({ parts }: MergeResult): void {
    for (const [what, change] of parts) add(what, change);
  }

  const raised = new Set<CacheTagText>();
  function raise(tags: readonly CacheTagText[]): void {
    for (const tag of tags) raised.add(tag);
  }

  return {
    counts,
    raised,
    raise,
    count(own, parts = [], pruned) {
      const created = new Set(own.owners.created);
      const updated = new Set(own.owners.updated);
      for (const { owners, counted, named, rows } of parts) {
        for (const owner of [...owners.created, ...owners.updated, ...owners.removed]) {
          if (!created.has(owner)) updated.add(owner);
        }
        add(counted, { ...rows, named });
      }
      if (pruned) removed(pruned.counted, pruned.rows.removed);
      for (const owner of pruned?.owners.removed ?? []) updated.delete(owner);
      for (const [what, part] of pruned?.parts ?? []) removed(what, part.removed);
      const { counted, named, rows } = own;
      add(counted, { created: created.size, updated: updated.size, removed: rows.removed, named });
      for (const result of [own, ...parts]) addParts(result);
      for (const result of [own, ...parts, ...(pruned ? [pruned] : [])]) raise(result.raised);
    },
    removed,
    changed: () => Object.values(counts).some(({ created, updated, removed }) => created + updated + removed > 0),
  };
}
