/**
 * The records of a page, each with what it was made of (U5). A page that is out of date lends those that are not to its successor, so
 * an update costs the records that it changes.
 */
import type { RecordedEpochs } from '../../data/cache/dependencies.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { SerializedJson } from './serialized-json.ts';

export interface PageRecord {
  readonly json: SerializedJson;
  readonly epochs: RecordedEpochs;
}

/** By key. */
export type KeptRecords = ReadonlyMap<string, PageRecord>;

/** The days of a context. */
interface Days {
  readonly today: Day;
  readonly todayUtc: Day;
}

/** A page made for callers with the same visibility. */
export interface KeptPage extends Days {
  readonly records: KeptRecords;
}

/** The records of the page that a request makes. */
export class PageRecords {
  readonly #earlier: KeptPage | null;
  readonly #made = new Map<string, PageRecord>();

  /** @param earlier the same page as it was before; null: none is known */
  constructor(earlier: KeptPage | null) {
    this.#earlier = earlier;
  }

  /** The record of the earlier page, if it is still the same on these days. */
  reuse(key: string, { today, todayUtc }: Days): PageRecord | null {
    const page = this.#earlier;
    const record = page?.today === today && page.todayUtc === todayUtc ? page.records.get(key) : undefined;
    return record?.epochs.isFresh() ? record : null;
  }

  add(key: string, record: PageRecord): void {
    this.#made.set(key, record);
  }

  /** To be kept with the page. */
  get made(): KeptRecords {
    return this.#made;
  }
}
