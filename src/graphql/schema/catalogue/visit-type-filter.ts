import { BEDS, HOTEL_STARS } from '../../../operations/search/search-input.ts';
import { builder } from '../builder.ts';
import { StayCategoryEnum } from '../enums.ts';
import { describedWithin, within } from '../input/bounds.ts';
import { wishOf } from '../input/wish.ts';

export const VisitTypeFilter = builder.inputType('VisitTypeFilter', {
  description:
    'Which visit types to list; what is left out does not select, nor does a `search` without words. `hotel`, `destination`, stars, `occupancy`, dates and `search` must hold for one and the same hotel, `occupancy` and dates for one room type there. Filters select visit types and never change what is shown of them.',
  fields: (t) => ({
    hotel: t.id({ description: 'ObjectId or number of a hotel in which it is sold.' }),
    destination: t.id({ description: 'ObjectId or number of a destination in which it is sold.' }),
    starsMin: t.int(describedWithin('Fewest stars of the hotel', HOTEL_STARS)),
    starsMax: t.int(describedWithin('Most stars of the hotel', HOTEL_STARS)),
    occupancy: t.int({
      description: 'Some room type of the hotel has exactly this many beds; at least 1.',
      ...within(BEDS),
    }),
    dateFrom: t.field({
      type: 'LocalDate',
      description:
        'Some night from this date on, and up to `dateTo` where that is given, is on offer: from today on, priced, and inside one of the `timeConstraints` if there are any. Outside its selling period a visit type has no such night. The same nights have a lowest price and are not NOT_AVAILABLE in the calendar.',
    }),
    dateTo: t.field({
      type: 'LocalDate',
      description:
        'Some night up to this date, itself included, and from `dateFrom` on where that is given, is on offer.',
    }),
    nightsMin: t.int({ description: 'Its own `nightsMax` is at least this.' }),
    nightsMax: t.int({ description: 'Its own `nightsMin` is at most this.' }),
    category: t.id({
      description: 'ObjectId or number of a category that it belongs to; one that names nothing selects nothing.',
    }),
    tag: t.id({ description: 'ObjectId or number of a label that it has; one that names nothing selects nothing.' }),
    stayCategory: t.field({ type: StayCategoryEnum, description: 'What it is for.' }),
    search: t.string(
      wishOf(
        'the visit type (its name, services, inclusions, description and slogan) and of one hotel that sells it (its name, destination, amenities, indications and descriptions)',
      ),
    ),
  }),
});
