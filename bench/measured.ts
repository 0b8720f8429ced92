/** The measurements of a run, from which report and targets are made. */

import type { ToolFigures } from './agents/tools.ts';
import type { BookingResult } from './bookings/booking-race.ts';
import type { ChangeFigures } from './bookings/change-race.ts';
import type { DeliveryFigures } from './bookings/deliveries.ts';
import type { PreparedDatabase } from './catalogues/databases.ts';
import type { Extras } from './extras.ts';
import type { LivingResult } from './living/reading-race.ts';
import type { SubscriptionFigures } from './living/subscriptions.ts';
import type { UpdateFigures } from './living/update-race.ts';
import type { ManyResult } from './many/many.ts';
import type { OfferSearchFigures } from './offers/searches.ts';
import type { PageFigures } from './pages/pages.ts';
import type { SearchFigures } from './races/first-bookable.ts';
import type { RaceResult } from './races/race.ts';
import type { UpdatedPage } from './races/updated-pages.ts';
import type { RuntimeFigures } from './runtimes/runtimes.ts';
import type { Settings } from './settings.ts';
import type { CostFigures } from './strangers/costs.ts';
import type { StrangersFigures } from './strangers/strangers.ts';
import type { EntityFigures } from './subgraph/entities.ts';
import type { Workload } from './workloads/workloads.ts';

/** The measurements of a workload on one database. */
export interface MeasuredWorkload extends RaceResult {
  readonly database: PreparedDatabase['name'];
  /** Its first result is the gateway without its response cache, the second with it. */
  readonly workload: Pick<Workload, 'id' | 'title' | 'plainRead'>;
}

export interface Measured {
  readonly machine: readonly [string, string][];
  readonly settings: Settings;
  readonly databases: readonly Pick<PreparedDatabase, 'name' | 'says'>[];
  readonly workloads: readonly MeasuredWorkload[];
  readonly search: readonly SearchFigures[] | null;
  readonly bookings: BookingResult | null;
  readonly changes: ChangeFigures | null;
  readonly many: ManyResult | null;
  readonly living: readonly LivingResult[];
  readonly updates: readonly UpdateFigures[];
  readonly extras: readonly Extras[];
  readonly subscriptions: readonly SubscriptionFigures[];
  readonly deliveries: readonly DeliveryFigures[];
  readonly strangers: readonly StrangersFigures[];
  readonly costs: readonly CostFigures[];
  readonly entities: EntityFigures | null;
  readonly tools: ToolFigures | null;
  readonly runtimes: readonly RuntimeFigures[];
  readonly updatedPages: readonly UpdatedPage[];
  readonly offers: readonly OfferSearchFigures[];
  /** Null: not measured. */
  readonly pages: readonly PageFigures[] | null;
  readonly missing: readonly string[];
  /** Why targets are missed, written by hand; may be empty. */
  readonly reasons: string;
}
