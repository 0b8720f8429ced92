/** Which stays to offer (F4). */
import { PARTY_ROOMS } from '../../../domain/booking/party.ts';
import { ROOM_GUESTS } from '../../../domain/offer/party.ts';
import {
  FLEXIBLE_DAYS,
  MAX_TOTAL,
  OFFER_GUESTS,
  OFFER_LENGTHS,
  OFFER_NIGHTS,
} from '../../../operations/search/offers/offer-search.ts';
import { HOTEL_STARS } from '../../../operations/search/search-input.ts';
import { builder } from '../builder.ts';
import { BoardingEnum, CurrencyEnum, StayCategoryEnum } from '../enums.ts';
import { describedWithin, withEntries, within } from '../input/bounds.ts';
import { wishOf } from '../input/wish.ts';

export const OfferFilter = builder.inputType('OfferFilter', {
  description:
    'Which stays to offer. Either `nights`, or `nightsMin` and `nightsMax` are needed; what else is left out allows everything. A reference to nothing finds nothing.',
  fields: (t) => ({
    arrival: t.field({ type: 'LocalDate', required: true, description: 'First day of the stay.' }),
    flexibleDays: t.int({
      required: true,
      defaultValue: 0,
      ...describedWithin('Days by which the arrival may be earlier, though not before today, or later', FLEXIBLE_DAYS),
    }),
    nights: t.int(describedWithin('Nights of the stay', OFFER_NIGHTS)),
    nightsMin: t.int(describedWithin('Fewest nights', OFFER_NIGHTS)),
    nightsMax: t.int({
      description: `Most nights, from \`nightsMin\` to ${OFFER_LENGTHS.max - 1} more; at most ${OFFER_NIGHTS.max}.`,
      ...within(OFFER_NIGHTS),
    }),
    guests: t.int(describedWithin('The room has at least so many beds', OFFER_GUESTS)),
    party: t.intList({
      description: `A party in several rooms: guests of each room, ${PARTY_ROOMS.min} to ${PARTY_ROOMS.max} rooms with ${ROOM_GUESTS.min} to ${ROOM_GUESTS.max} guests; not beside \`guests\`. Then there is one offer for each visit type and hotel, with all rooms in that hotel, one arrival and one departure (Y1).`,
      ...withEntries(PARTY_ROOMS, ROOM_GUESTS),
    }),
    currency: t.field({ type: CurrencyEnum, required: true, description: 'Currency in which stays are priced.' }),
    destination: t.id({ description: 'ObjectId or number of a destination.' }),
    hotel: t.id({ description: 'ObjectId or number of a hotel.' }),
    visitType: t.id({ description: 'ObjectId or number of a visit type.' }),
    category: t.id({ description: 'ObjectId or number of a visit type category.' }),
    tag: t.id({ description: 'ObjectId or number of a tag of the visit type.' }),
    stayCategory: t.field({ type: StayCategoryEnum, description: 'What the visit type is for.' }),
    starsMin: t.int(describedWithin('Fewest stars of the hotel', HOTEL_STARS)),
    boarding: t.field({ type: BoardingEnum, description: 'Meals that the visit type includes: its `boarding`.' }),
    maxTotal: t.field({
      type: 'SafeInt',
      description: 'The highest total of a stay, of a party that of all its rooms, in minor units, from 0.',
      ...within(MAX_TOTAL),
    }),
    search: t.string(wishOf('the visit type or of the hotel, as in `VisitTypeFilter`. The order stays that of `sort`')),
    includeOnRequest: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether stays that can only be requested are offered too: on demand, or without a room left.',
    }),
  }),
});
