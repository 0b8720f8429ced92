/** What a run of the benchmark measured: what the report and the targets are made of. */
import type { BookingResult } from './booking-race.ts';
import type { PreparedDatabase } from './databases.ts';
import type { Extras } from './extras.ts';
import type { SearchFigures } from './first-bookable.ts';
import type { RaceResult } from './race.ts';
import type { Settings } from './settings.ts';
import type { Workload } from './workloads.ts';

/** A workload with what was measured on one database. */
export interface MeasuredWorkload extends RaceResult {
  readonly database: PreparedDatabase['name'];
  /** Its first result is the gateway without its store, the second with it. */
  readonly workload: Pick<Workload, 'id' | 'title' | 'plainRead'>;
}

export interface Measured {
  readonly machine: readonly [string, string][];
  readonly settings: Settings;
  readonly databases: readonly Pick<PreparedDatabase, 'name' | 'says'>[];
  readonly workloads: readonly MeasuredWorkload[];
  readonly search: readonly SearchFigures[] | null;
  readonly bookings: BookingResult | null;
  readonly extras: readonly Extras[];
  readonly missing: readonly string[];
  /** Why targets are not reached, written by hand; empty: nothing. */
  readonly reasons: string;
}
