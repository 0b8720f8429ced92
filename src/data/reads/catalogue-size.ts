/** How large the catalogue is, by which costs are estimated (F12). It is known without reading, so an estimate never waits. */
import type { Database } from '../database/database.ts';

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

/** What is assumed until it has been read. */
export const USUAL_SIZE: CatalogueSize = {
  ...{
    destinations: 5,
    hotels: 100,
    roomTypes: 500,
    visitTypes: 1_000,
    sales: 1_000,
    categories: 10,
    categorised: 1_000,
  },
};

const READ = `SELECT (SELECT count(*)::int FROM destination) AS destinations, (SELECT count(*)::int FROM hotel) AS hotels,
  (SELECT count(*)::int FROM room_type) AS "roomTypes", (SELECT count(*)::int FROM visit_type) AS "visitTypes",
  (SELECT count(*)::int FROM visit_type_hotel) AS sales, (SELECT count(*)::int FROM visit_type_category) AS categories,
  (SELECT count(*)::int FROM visit_type_category_link) AS categorised`;

export async function readCatalogueSize({ prisma }: Pick<Database, 'prisma'>): Promise<CatalogueSize> {
  const [size] = await prisma.$queryRawUnsafe<CatalogueSize[]>(READ);
  return size!;
}

/** The size as last read; it is read again when an import has changed what belongs to what. */
export class CatalogueSizes {
  readonly #read: () => Promise<CatalogueSize>;
  #latest: CatalogueSize;
  #epoch: number | null = null;
  #isReading = false;

  constructor(first: CatalogueSize, read: () => Promise<CatalogueSize>) {
    this.#latest = first;
    this.#read = read;
  }

  /** The latest known size; with another epoch of the structure than before a newer one is being read from now on. */
  at(epoch: number): CatalogueSize {
    this.#epoch ??= epoch;
    if (epoch !== this.#epoch && !this.#isReading) {
      this.#isReading = true;
      this.#read()
        .then((size) => {
          this.#latest = size;
          this.#epoch = epoch;
        })
        // The next one who asks tries again.
        .catch(() => {})
        .finally(() => {
          this.#isReading = false;
        });
    }
    return this.#latest;
  }
}
