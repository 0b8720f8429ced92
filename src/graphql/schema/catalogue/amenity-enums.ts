import type { AmenityAccess } from '../../../data/generated/prisma/enums.ts';
import type { DetailKind } from '../../../domain/hotel/amenity-values.ts';
import { builder } from '../builder.ts';
import { capitals, described } from '../enums.ts';

export const AmenityChargeEnum = builder.enumType('AmenityCharge', {
  description: 'How the use of an amenity is charged.',
  values: capitals<AmenityAccess>({
    included: 'Free for every guest.',
    conditional: 'Free under conditions.',
    paid: 'Charged.',
  }),
});

/** The kinds of details by the names of the fields that have them. */
const DETAIL_NAMES = {
  access: 'CHARGE',
  options: 'OPTIONS',
  note: 'NOTE',
  opening_hours: 'OPENING_HOURS',
  quantity: 'QUANTITY',
  area: 'AREA',
  temperature: 'TEMPERATURE',
  distance: 'DISTANCE',
  age_limit: 'AGE_LIMIT',
} as const satisfies Record<DetailKind, string>;

type DetailName = (typeof DETAIL_NAMES)[DetailKind];

const KINDS = Object.fromEntries(Object.entries(DETAIL_NAMES).map(([kind, name]) => [name, kind])) as Record<
  DetailName,
  DetailKind
>;

export const detailName = (kind: DetailKind): DetailName => DETAIL_NAMES[kind];

export const detailKindOf = (name: DetailName): DetailKind => KINDS[name];

export const AmenityDetailEnum = builder.enumType('AmenityDetail', {
  description: 'A detail that the values of an amenity carry, named as the field of `HotelAmenity` that has it.',
  values: described<DetailName>({
    CHARGE: 'How its use is charged.',
    OPTIONS: 'Chosen from the options of the amenity.',
    NOTE: 'A remark.',
    OPENING_HOURS: 'When it is open.',
    QUANTITY: 'How many there are.',
    AREA: 'Square metres.',
    TEMPERATURE: 'Degrees Celsius.',
    DISTANCE: 'Metres from the hotel.',
    AGE_LIMIT: 'Minimum age of guests in years.',
  }),
});
