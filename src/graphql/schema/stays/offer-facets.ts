/** The counts of all offers of a search, by what a filter can choose next (F4). */

import { chain } from '../../../data/cache/maybe-promise.ts';
import type { OfferCount } from '../../../domain/offer/offer-list.ts';
import type { OfferFacet } from '../../../operations/search/offers/offer-facets.ts';
import { builder } from '../builder.ts';
import { Tag } from '../catalogue/tag.ts';
import { BoardingEnum, inCapitals, StayCategoryEnum } from '../enums.ts';
import { referredRow } from '../referred-row.ts';

function counted(of: string, what: string) {
  return builder.objectRef<OfferCount>(`OffersOf${of}`).implement({
    description: `How many offers of a search are ${what}.`,
    fields: (t) => ({ count: t.exposeInt('count', { description: 'Offers, at least 1.' }) }),
  });
}

const OffersOfDestination = counted('Destination', 'in a destination');
builder.objectField(OffersOfDestination, 'destination', (t) =>
  t.field({
    type: 'Destination',
    description: 'The destination.',
    resolve: ({ of }, _, context) => chain(context.catalogue.destination.load(Number(of)), referredRow),
  }),
);
const OffersOfStars = counted('Stars', 'in hotels of so many stars');
builder.objectField(OffersOfStars, 'stars', (t) =>
  t.int({ description: 'Stars of the hotels, 1 to 5.', resolve: ({ of }) => Number(of) }),
);
const OffersOfCategory = counted('Category', 'of visit types in a category');
builder.objectField(OffersOfCategory, 'category', (t) =>
  t.field({
    type: 'VisitTypeCategory',
    description: 'The category.',
    resolve: ({ of }, _, context) => chain(context.catalogue.visitTypeCategory.load(Number(of)), referredRow),
  }),
);
const OffersOfTag = counted('Tag', 'of visit types with a label');
builder.objectField(OffersOfTag, 'tag', (t) =>
  t.field({
    type: Tag,
    description: 'The label.',
    resolve: ({ of }, _, context) => chain(context.catalogue.tag.load(Number(of)), referredRow),
  }),
);
const OffersOfStayCategory = counted('StayCategory', 'of visit types that are for something');
builder.objectField(OffersOfStayCategory, 'stayCategory', (t) =>
  t.field({
    type: StayCategoryEnum,
    description: 'What they are for.',
    resolve: ({ of }) => inCapitals(of as 'health' | 'wellness'),
  }),
);
const OffersOfBoarding = counted('Boarding', 'of visit types that include these meals');
builder.objectField(OffersOfBoarding, 'boarding', (t) =>
  t.field({ type: BoardingEnum, description: 'The meals.', resolve: ({ of }) => of as typeof BoardingEnum.$inferType }),
);

/** Each facet with its field of the connection. */
export const OFFER_FACETS = {
  destination: { field: 'byDestination', type: OffersOfDestination, words: 'by destination, by number' },
  stars: { field: 'byStars', type: OffersOfStars, words: 'by stars of the hotel, fewest first' },
  category: { field: 'byCategory', type: OffersOfCategory, words: 'by categories of the visit type, by number' },
  tag: { field: 'byTag', type: OffersOfTag, words: 'by labels of the visit type, by number' },
  stayCategory: { field: 'byStayCategory', type: OffersOfStayCategory, words: 'by what the visit type is for' },
  boarding: { field: 'byBoarding', type: OffersOfBoarding, words: 'by meals that the visit type includes' },
} as const satisfies Readonly<Record<OfferFacet, object>>;
