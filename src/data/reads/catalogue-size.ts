/** How large the catalogue is, by which costs are estimated (F12). It is known without reading, so an estimate never waits. */

import { isDoubtful } from '../cache/epoch-table.ts';
import type { Database } from '../database/database.ts';
import { int4, nullable } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

/** The size of the whole catalogue, or of the part that a caller sees. */
export interface CatalogueSize {
  readonly destinations: number;
  readonly hotels: number;
  readonly roomTypes: number;
  readonly visitTypes: number;
  /** Hotels of visit types: each sale is a visit type in a hotel. */
  readonly sales: number;
  readonly categories: number;
  /** Visit types of categories. */
  readonly categorised: number;
}

/** The sizes of the whole catalogue (under null) and of each destination. */
export type CatalogueSizes = ReadonlyMap<number | null, CatalogueSize>;

/** What is assumed until it has been read. */
export const USUAL_SIZE: CatalogueSize = {
  destinations: 5,
  hotels: 100,
  roomTypes: 500,
  visitTypes: 1_000,
  sales: 1_000,
  categories: 10,
  categorised: 1_000,
};

const COUNTS = Object.keys(USUAL_SIZE) as (keyof CatalogueSize)[];
const sizeOf = (count: (name: keyof CatalogueSize) => number) =>
  Object.fromEntries(COUNTS.map((name) => [name, count(name)])) as Record<keyof CatalogueSize, number>;

const NOTHING: CatalogueSize = sizeOf(() => 0);

const READ = statement({
  returns: {
    ...{ destination: nullable(int4), destinations: int4, hotels: int4, roomTypes: int4 },
    ...{ visitTypes: int4, sales: int4, categories: int4, categorised: int4 },
  },
  sql: () => `
  SELECT NULL::int AS destination, (SELECT count(*)::int FROM destination) AS destinations,
    (SELECT count(*)::int FROM hotel) AS hotels, (SELECT count(*)::int FROM room_type) AS "roomTypes",
    (SELECT count(*)::int FROM visit_type) AS "visitTypes", (SELECT count(*)::int FROM visit_type_hotel) AS sales,
    (SELECT count(*)::int FROM visit_type_category) AS categories,
    (SELECT count(*)::int FROM visit_type_category_link) AS categorised
  UNION ALL
  SELECT d.number, 1, (SELECT count(*)::int FROM hotel h WHERE h.destination_number = d.number),
    (SELECT count(*)::int FROM room_type r JOIN hotel h ON h.number = r.hotel_number WHERE h.destination_number = d.number),
    sold."visitTypes", sold.sales, linked.categories, linked.categorised
  FROM destination d,
    LATERAL (SELECT count(DISTINCT s.visit_type_number)::int AS "visitTypes", count(*)::int AS sales
      FROM visit_type_hotel s JOIN hotel h ON h.number = s.hotel_number WHERE h.destination_number = d.number) AS sold,
    LATERAL (SELECT count(DISTINCT l.category_number)::int AS categories, count(*)::int AS categorised
      FROM visit_type_category_link l WHERE l.visit_type_number IN (SELECT s.visit_type_number
        FROM visit_type_hotel s JOIN hotel h ON h.number = s.hotel_number WHERE h.destination_number = d.number)) AS linked`,
});

export async function readCatalogueSizes({ catalogue }: Pick<Database, 'catalogue'>): Promise<CatalogueSizes> {
  const rows = await query(catalogue, READ);
  return new Map(rows.map(({ destination, ...size }) => [destination, size]));
}

/** Sizes as they were read, and the epoch of the structure before that. */
export interface SizesAtEpoch {
  readonly epoch: number;
  readonly sizes: CatalogueSizes;
}

/** The sizes as last read; they are read again when an import has changed what belongs to what. */
export class LatestCatalogueSizes {
  readonly #read: () => Promise<CatalogueSizes>;
  #latest: CatalogueSizes;
  #ofParts = new WeakMap<ReadonlySet<number>, CatalogueSize>();
  #epoch: number;
  #isReading = false;

  constructor({ epoch, sizes }: SizesAtEpoch, read: () => Promise<CatalogueSizes>) {
    this.#epoch = epoch;
    this.#latest = sizes;
    this.#read = read;
  }

  /**
   * The latest known size of these destinations, null for all: it says nothing about others. With another epoch of the
   * structure than before, newer sizes are being read from now on; not while it is in doubt, for it may be the same one.
   */
  at(epoch: number, destinations: ReadonlySet<number> | null): CatalogueSize {
    if (epoch !== this.#epoch && !isDoubtful(epoch) && !this.#isReading) {
      this.#isReading = true;
      this.#read()
        .then((sizes) => {
          this.#latest = sizes;
          this.#ofParts = new WeakMap();
          this.#epoch = epoch;
        })
        // The next one who asks tries again.
        .catch(() => {})
        .finally(() => {
          this.#isReading = false;
        });
    }
    if (destinations === null) return this.#latest.get(null) ?? NOTHING;
    let size = this.#ofParts.get(destinations);
    if (size === undefined) {
      size = [...destinations].map((number) => this.#latest.get(number) ?? NOTHING).reduce(sum, NOTHING);
      this.#ofParts.set(destinations, size);
    }
    return size;
  }
}

/** What is in both counts twice. */
function sum(left: CatalogueSize, right: CatalogueSize): CatalogueSize {
  return sizeOf((name) => left[name] + right[name]);
}
