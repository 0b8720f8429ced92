/**
 * Visit types, price lists, promotions and recorded capacity in the catalogue file: shapes and defaults. `boarding` has no
 * default, because a file must state it (V8).
 */
import { z } from 'zod';
import { CANCELLATION_TERMS_MAX, DAYS_BEFORE_ARRIVAL_MAX } from '../../domain/booking/cancellation-terms.ts';
import { STAY_CATEGORIES } from '../../domain/minimum-price/price-from.ts';
import { CURRENCIES } from '../../domain/pricing/money.ts';
import { UNITS_MAX } from '../../domain/stay/inventory-changes.ts';
import { STAY_NIGHTS_MAX } from '../../domain/stay/stay.ts';
import { boarding, weekday } from './file-hotel.ts';
import { amount, code, date, id, inventoryDate, localized, objectId, percentage, whole } from './file-values.ts';

const procedureFrequency = z.enum(['DAY', 'WEEK', 'VISIT']);

const season = { from: date, to: date };

export const timeConstraint = z.strictObject(season);

export const rate = z
  .strictObject({ roomTypeId: id, ...season, amount })
  .meta({ id: 'Rate', description: 'What a room type costs in a season, first and last night included.' });

const numbered = { id, _id: objectId };
const priced = {
  quotedPer: z.enum(['ROOM', 'PERSON']),
  currency: z.enum(CURRENCIES),
  rates: z.array(rate).default([]),
};

/** Prices by night, or of packages of exactly `nights` nights. */
export const priceList = z.discriminatedUnion('kind', [
  z.strictObject({ ...numbered, kind: z.literal('PER_NIGHT'), nights: z.null().default(null), ...priced }),
  z.strictObject({ ...numbered, kind: z.literal('PER_VISIT'), nights: whole(1, 366), ...priced }),
]);

/** A discount on the nights from `validFrom` to the one before `validTo`. */
export const promotion = z.strictObject({
  id,
  _id: objectId,
  name: localized.default({}),
  percentage,
  validFrom: date,
  validTo: date.nullable().default(null),
  channels: z.array(code),
  hotelIds: z.array(id).nullable().default(null),
});

/** From so many days before arrival on, a part of the total is due for cancelling (S12). */
const cancellationTerm = z.strictObject({ daysBeforeArrival: whole(0, DAYS_BEFORE_ARRIVAL_MAX), percentage }).meta({
  id: 'CancellationTerm',
  description:
    'What cancelling costs from so many days before arrival on, in percent of the total. The percentage never falls as arrival comes nearer; each number of days stands once.',
});

export const inclusion = z.strictObject({
  name: localized,
  quantity: whole(1, 1_000).nullable().default(null),
  per: procedureFrequency.nullable().default(null),
});

export const visitType = z.strictObject({
  id,
  _id: objectId,
  priorityPosition: whole(-1_000_000_000, 1_000_000_000).default(0),
  onDemand: z.boolean().default(false),
  stayCategory: z.enum(STAY_CATEGORIES).nullable().default(null),
  name: localized.default({}),
  categoryIds: z.array(id).default([]),
  tagIds: z.array(id).default([]),
  loyaltyProgramIds: z.array(id).default([]),
  hotelIds: z.array(id).default([]),
  bookingUrl: localized.default({}),
  description: localized.default({}),
  commercialSlogan: localized.default({}),
  notice: localized.default({}),
  services: localized.default({}),
  inclusions: z.array(inclusion).max(50).default([]),
  nightsMin: whole(1, STAY_NIGHTS_MAX),
  nightsMax: whole(1, STAY_NIGHTS_MAX),
  reservationTimeSpan: z.enum(['DAYS', 'WEEKS']).default('DAYS'),
  startingDays: z.array(weekday).default([]),
  timeConstraints: z.array(timeConstraint).default([]),
  sellingFrom: date.nullable().default(null),
  sellingTo: date.nullable().default(null),
  cancellationTerms: z.array(cancellationTerm).max(CANCELLATION_TERMS_MAX).default([]),
  procedures: whole(0, 1_000_000).default(0),
  procedureFrequency: procedureFrequency.default('VISIT'),
  proceduresPerDay: whole(0, 1_000_000).default(0),
  boarding,
  availableBoardings: z.array(boarding).default([]),
  priceLists: z.array(priceList).default([]),
  promotions: z.array(promotion).default([]),
});

/** Recorded capacity of a room type for every night of a range, including sold rooms; it states the nights whole (U1). */
export const inventoryEntry = z.strictObject({
  roomTypeId: id,
  from: inventoryDate,
  to: inventoryDate,
  units: whole(0, UNITS_MAX),
  closed: z.boolean().default(false).describe('Whether nothing more is sold on these nights; what is sold stays.'),
});

export type PriceListEntry = z.output<typeof priceList>;
export type PromotionEntry = z.output<typeof promotion>;
export type CancellationTermEntry = z.output<typeof cancellationTerm>;
export type VisitTypeEntry = z.output<typeof visitType>;
export type InventoryEntry = z.output<typeof inventoryEntry>;
