import type { DetailKind } from '../../../domain/hotel/amenity-values.ts';
import { builder } from '../builder.ts';
import { capitals, ofBefore } from '../enums.ts';

const AMENITY_ACCESS_TEXTS = {
  included: 'Free for every guest.',
  conditional: 'Free under conditions.',
  paid: 'Charged.',
};

export const AmenityChargeEnum = builder.enumType('AmenityCharge', {
  description: 'How the use of an amenity is charged.',
  values: capitals(AMENITY_ACCESS_TEXTS),
});

export const AmenityAccessEnum = builder.enumType('AmenityAccess', {
  description: 'How the use of an amenity is charged.',
  values: ofBefore(AMENITY_ACCESS_TEXTS, 'AmenityCharge'),
});

const AMENITY_DETAIL_KIND_TEXTS: Readonly<Record<DetailKind, string>> = {
  access: 'How its use is charged.',
  options: 'Chosen from the options of the amenity.',
  note: 'A remark.',
  opening_hours: 'When it is open.',
  quantity: 'How many there are.',
  area: 'Square metres.',
  temperature: 'Degrees Celsius.',
  distance: 'Metres from the hotel.',
  age_limit: 'Minimum age of guests in years.',
};

export const AmenityDetailEnum = builder.enumType('AmenityDetail', {
  description: 'A detail that the values of an amenity carry.',
  values: capitals(AMENITY_DETAIL_KIND_TEXTS),
});

export const AmenityDetailKindEnum = builder.enumType('AmenityDetailKind', {
  description: 'A detail that the values of an amenity carry.',
  values: ofBefore(AMENITY_DETAIL_KIND_TEXTS, 'AmenityDetail'),
});
