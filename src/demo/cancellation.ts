/** The demo's terms of cancellation: cures are planned long ahead, wellness stays at short notice; the rest is free. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';

type Terms = NonNullable<NonNullable<Catalogue['visitTypes']>[number]['cancellationTerms']>;

export const CURE_TERMS: Terms = [
  { daysBeforeArrival: 30, percentage: 20 },
  { daysBeforeArrival: 14, percentage: 50 },
  { daysBeforeArrival: 3, percentage: 80 },
];

export const WELLNESS_TERMS: Terms = [
  { daysBeforeArrival: 7, percentage: 30 },
  { daysBeforeArrival: 1, percentage: 100 },
];
