/** What lists cost (A9): those that can be long say it themselves, because the usual cost is that of three entries. */
import { getNamedType, isCompositeType, isListType, isNonNullType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { FIELD_COST, TYPICAL_ENTRIES } from '../../../src/graphql/schema/cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

/** The types of entries of which a list has few, by the reason for that. */
const FEW: Readonly<Record<string, readonly string[]>> = {
  'one for each currency': ['LowestPrice', 'Money', 'Quote'],
  'one for each room of a party': ['Booking', 'Hold', 'OfferedRoom'],
  'one for each guest of a room': ['Guest', 'QuoteDiscount'],
  'what happened to one booking': ['BookingEvent', 'BookingMail'],
  'what holds for one visit type, which ends there': [
    ...['CancellationFee', 'CancellationTerm', 'DateRange', 'Inclusion', 'LoyaltyProgram', 'Promotion'],
    ...['QuotePromotion', 'Tag'],
  ],
  'what one hotel or room shows, which ends there': ['Image', 'ImageVariant', 'MealService', 'OpeningHours'],
  'the dictionary, which is the same for all hotels and ends there': [
    ...['Amenity', 'AmenityCategory', 'AmenityOption', 'HotelAmenity', 'HotelAmenityCategory'],
  ],
  'channels of a catalogue': ['ChannelFigures'],
  'nights with the same content are one': ['ChangedCapacity', 'ChangedPrice'],
  'a part of what its mutation costs': ['ConflictingChange', 'SeasonLeft'],
  'problems of a refusal, which are bounded (A2)': ['InputProblem'],
};

test('every list of objects says what it costs, or there is a reason why it is short', () => {
  const silent = new Set<string>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type.name.startsWith('__')) continue;
    for (const { type: of, extensions } of Object.values(type.getFields())) {
      const entry = getNamedType(of);
      if (!isListType(isNonNullType(of) ? of.ofType : of) || !isCompositeType(entry)) continue;
      const { field, multiplier } = extensions.complexity as { readonly field?: number; readonly multiplier?: number };
      if (field === FIELD_COST && multiplier === TYPICAL_ENTRIES) silent.add(entry.name);
    }
  }
  expect([...silent].sort()).toEqual(Object.values(FEW).flat().sort());
});
