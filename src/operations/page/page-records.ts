/**
 * The records of a page, each with its dependencies (U5). A stale page passes the records that are not stale on to its
 * successor, so an update costs only the records that it changes. Without them 100 hotels take 4.8 times the processor time after an
 * update, a page of the default length 1.6 to 2.2 times, but 100 visit types of REST v1 0.6 times (bench/ABLATION.md).
 */
import type { RecordedEpochs } from '../../data/cache/dependencies.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { SerializedJson } from './serialized-json.ts';

export interface PageRecord {
  readonly json: SerializedJson;
  readonly epochs: RecordedEpochs;
}

/** Records under their operation, and there under the number of their entity. */
export type CachedRecords = ReadonlyMap<number, ReadonlyMap<number, PageRecord>>;

/** A record of a page: of one operation that it was made by, as one entity. */
export interface PageRecordKey {
  readonly operation: number;
  readonly entity: number;
}

/** The days of a context. */
interface Days {
  readonly today: Day;
  readonly todayUtc: Day;
}

/** A page made for callers with the same visibility. */
export interface CachedPage extends Days {
  readonly records: CachedRecords;
}

/** The records of the page that a request makes. */
export class PageRecords {
  readonly #earlier: CachedPage | null;
  readonly #made = new Map<number, Map<number, PageRecord>>();

  /** @param earlier the same page as it was before; null: none is known */
  constructor(earlier: CachedPage | null) {
    this.#earlier = earlier;
  }

  /** The record of the earlier page, if it is still the same on these days. */
  reuse({ operation, entity }: PageRecordKey, { today, todayUtc }: Days): PageRecord | null {
    const page = this.#earlier;
    const record =
      page?.today === today && page.todayUtc === todayUtc ? page.records.get(operation)?.get(entity) : undefined;
    return record?.epochs.isFresh() ? record : null;
  }

  add({ operation, entity }: PageRecordKey, record: PageRecord): void {
    let records = this.#made.get(operation);
    if (!records) {
      records = new Map();
      this.#made.set(operation, records);
    }
    records.set(entity, record);
  }

  /** To be cached with the page. */
  get made(): CachedRecords {
    return this.#made;
  }
}
