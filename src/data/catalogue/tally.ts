/**
 * Counts what an import does, thing by thing: one that is new, one of which anything changed (its rates, images or links
 * included), one that goes, and one that the file names as it already is.
 */
import type { MergeResult } from './merge-rows.ts';

/** What is counted. */
export const COUNTED = [
  'channels',
  'destinations',
  'tags',
  'loyaltyPrograms',
  'visitTypeCategories',
  'amenityCategories',
  'amenities',
  'hotels',
  'roomTypes',
  'visitTypes',
  'priceLists',
  'promotions',
  'inventoryNights',
] as const;

export type Counted = (typeof COUNTED)[number];

/** How many of a kind an import created, changed, removed or found as they are. */
export interface Counts {
  created: number;
  updated: number;
  removed: number;
  unchanged: number;
}

/** The counts of an import. */
export interface Tally {
  readonly counts: Record<Counted, Counts>;
  /**
   * Counts one batch of things.
   * @param named how many things the batch names
   * @param own changes of the things' own rows; what is removed of them is gone
   * @param parts changes of rows that belong to them: any makes the thing an updated one
   */
  count(what: Counted, batch: { named: number; own: MergeResult; parts?: readonly MergeResult[] }): void;
  /** Counts things removed. */
  removed(what: Counted, number: number): void;
  /** Whether anything changed but capacity. */
  catalogueChanged(): boolean;
}

/** Counts of nothing yet. */
export function emptyTally(): Tally {
  const counts = Object.fromEntries(
    COUNTED.map((what) => [what, { created: 0, updated: 0, removed: 0, unchanged: 0 }]),
  ) as Record<Counted, Counts>;
  return {
    counts,
    count(what, { named, own, parts = [] }) {
      const created = new Set(own.created);
      const updated = new Set(own.updated);
      for (const part of parts) {
        for (const owner of [...part.created, ...part.updated, ...part.removed]) {
          if (!created.has(owner)) updated.add(owner);
        }
      }
      counts[what].created += created.size;
      counts[what].updated += updated.size;
      counts[what].removed += own.removed.length;
      counts[what].unchanged += named - created.size - updated.size;
    },
    removed(what, number) {
      counts[what].removed += number;
    },
    catalogueChanged: () =>
      COUNTED.some((what) => {
        const { created, updated, removed } = counts[what];
        return what !== 'inventoryNights' && created + updated + removed > 0;
      }),
  };
}
