/** Stays that can be booked: from dates, guests and a place to rooms with prices, in one request (F4), also for a party in several rooms (Y1). */

import type { ObjectRef } from '@pothos/core';
import { chain } from '../../../data/cache/maybe-promise.ts';
import { formatDay } from '../../../domain/time/civil-date.ts';
import { formatCursor, parseSignedCursor } from '../../../operations/search/cursors.ts';
import {
  cursorKeyOf,
  listOffers,
  type OfferPage,
  offerOrder,
  type PricedOffer,
  type PricedRoom,
  placeOfCursorKey,
} from '../../../operations/search/offers/list-offers.ts';
import type { OfferFacet } from '../../../operations/search/offers/offer-facets.ts';
import { formatOfferId } from '../../../operations/search/offers/offer-id.ts';
import { offerFilterProblems } from '../../../operations/search/offers/offer-search.ts';
import { pageProblems } from '../../../operations/search/search-input.ts';
import { builder, FAILS_ALONE, type SchemaTypes } from '../builder.ts';
import { type CountedPage, connectionType, cursorsOf } from '../connection.ts';
import { AvailabilityEnum, NoOffersReasonEnum, OfferSortEnum, withStoredCategory } from '../enums.ts';
import { prefixPaths, throwIfInvalid } from '../errors.ts';
import { pageSize } from '../input/bounds.ts';
import { referredRow } from '../referred-row.ts';
import { Money, toMoney } from './money.ts';
import { OFFER_FACETS } from './offer-facets.ts';
import { OfferFilter } from './offer-filter.ts';
import { facetCost, furtherOffersCosts, OFFER_ID_COST, offersCost } from './offers-cost.ts';
import { Quote, toShownQuote } from './quote.ts';

const OfferedRoom = builder.objectRef<PricedRoom>('OfferedRoom').implement({
  description: 'A room of an offer, with its price: that of the room, whoever sleeps in it.',
  fields: (t) => ({
    guests: t.exposeInt('guests', {
      nullable: true,
      description: 'For how many guests it was asked, `guests` or an entry of `party`; null: the search does not say.',
    }),
    roomType: t.field({
      type: 'RoomType',
      description: 'The room type.',
      resolve: ({ roomTypeNumber }, _, context) => chain(context.catalogue.roomType.load(roomTypeNumber), referredRow),
    }),
    quote: t.field({
      type: Quote,
      description: 'Its price in the asked currency, without loyalty discounts.',
      resolve: ({ quote }) => toShownQuote({ quote, programs: [] }),
    }),
  }),
});

/** The room of an offer that has no other. */
function onlyRoom({ rooms }: PricedOffer): PricedRoom | null {
  return rooms.length === 1 ? (rooms[0] ?? null) : null;
}

export const Offer = builder.objectRef<PricedOffer>('Offer').implement({
  description:
    'A stay under one visit type in one room type, or in one hotel in all rooms of a party (Y1): of those that the search allows the one to offer (F4). It is what `quote` prices and, when AVAILABLE, what a binding booking accepts at this moment.',
  fields: (t) => ({
    id: t.id({
      description:
        'Its id, for `offer` of `holdStay` (with one room), `holdStays` and `createBookings`: it names visit type, hotel, rooms, dates and currency, and is good on the business day of the search and the next one. It binds no price: what is held is priced again.',
      complexity: OFFER_ID_COST,
      resolve: ({ nights, ...offer }, _, { today, services: { cursors } }) =>
        formatOfferId({ ...offer, departure: offer.arrival + nights }, { cursors, today }),
    }),
    visitType: t.field({
      type: 'VisitType',
      description: 'The visit type.',
      resolve: ({ visitTypeNumber }, _, context) =>
        chain(context.catalogue.visitType.load(visitTypeNumber), referredRow),
    }),
    hotel: t.field({
      type: 'Hotel',
      description: 'The hotel.',
      resolve: ({ hotelNumber }, _, context) => chain(context.catalogue.hotel.load(hotelNumber), referredRow),
    }),
    roomType: t.field({
      type: 'RoomType',
      nullable: true,
      description: 'The room type; null: the offer has several rooms.',
      resolve: (offer, _, context) => {
        const room = onlyRoom(offer);
        return room && chain(context.catalogue.roomType.load(room.roomTypeNumber), referredRow);
      },
    }),
    rooms: t.expose('rooms', {
      type: [OfferedRoom],
      description:
        'Its rooms, at least one: of a search without `party` one, else as many as in `party` and in that order. Of all assignments that can be had they are that of the lowest total; one of more guests never gets fewer beds (Y1).',
    }),
    arrival: t.field({
      type: 'LocalDate',
      description: 'First day of the stay.',
      resolve: ({ arrival }) => formatDay(arrival),
    }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ arrival, nights }) => formatDay(arrival + nights),
    }),
    nights: t.exposeInt('nights', { description: 'Nights of the stay.' }),
    hotelOfferCount: t.int({
      nullable: true,
      description:
        'How many offers of the search are in its hotel, at least 1: all of them, whatever the list leaves out; null: it comes from no list.',
      resolve: (offer) => offer.countOfHotel?.() ?? null,
    }),
    availability: t.field({
      type: AvailabilityEnum,
      description: 'AVAILABLE: all of its rooms can be booked; or ON_DEMAND: it can only be requested.',
      resolve: ({ isAvailable }) => (isAvailable ? 'AVAILABLE' : 'ON_DEMAND'),
    }),
    total: t.field({
      type: Money,
      description: 'What all of its rooms cost, in the asked currency, without loyalty discounts.',
      resolve: ({ totalMinor, currency }) => toMoney(totalMinor, currency),
    }),
    quote: t.field({
      type: Quote,
      nullable: true,
      description:
        'Its price in the asked currency, without loyalty discounts; null: the offer has several rooms, each with its own.',
      resolve: (offer) => {
        const room = onlyRoom(offer);
        return room && toShownQuote({ quote: room.quote, programs: [] });
      },
    }),
  }),
});

interface OffersPage extends CountedPage<PricedOffer>, Pick<OfferPage, 'countBy' | 'explain'> {
  readonly lowestTotal: ReturnType<typeof toMoney> | null;
}

const OfferConnection = connectionType('Offer', Offer) as ObjectRef<SchemaTypes, OffersPage, OffersPage>;
builder.objectFields(OfferConnection, (t) => ({
  lowestTotal: t.expose('lowestTotal', {
    type: Money,
    nullable: true,
    description: 'The lowest total of the whole list; null: there are no offers.',
  }),
  none: t.field({
    type: NoOffersReasonEnum,
    nullable: true,
    description:
      'Why there are no offers; null: there are some. A stay must be on sale, have beds for the guests, be to be had, and cost no more than `maxTotal`: in this order the first condition with which no stay is left (Y1).',
    resolve: ({ explain }) => explain()?.then(({ reason }) => reason) ?? null,
  }),
  mostGuestsInARoom: t.int({
    nullable: true,
    description:
      'Where there are no offers, the most beds of a room with a stay that the search allows apart from `guests`, `party` and `maxTotal`, and that can be had by itself; null: there are offers, or no such room (Y1).',
    resolve: ({ explain }) => explain()?.then(({ mostGuestsInARoom }) => mostGuestsInARoom) ?? null,
  }),
}));

for (const [facet, { field, type, words }] of Object.entries(OFFER_FACETS)) {
  builder.objectField(OfferConnection, field, (t) =>
    t.field({
      type: [type],
      complexity: facetCost,
      description: `The whole list ${words}: each with how many of its offers have it, those with offers. A condition of the filter about it holds here, too; ask without it for what else there is (F4).`,
      resolve: ({ countBy }) => countBy(facet as OfferFacet),
    }),
  );
}

builder.queryField('offers', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: OfferConnection,
    complexity: offersCost,
    description:
      'Stays that can be booked, one for each visit type, hotel and room type that the search allows, for a `party` one for each visit type and hotel: of the arrivals within `flexibleDays` and the lengths asked for the one of the lowest total, then the earliest, then the shortest; one that is AVAILABLE before one ON_DEMAND, of a room and, by price, in the list (F4). Totals are those of `quote` without loyalty discounts.',
    args: {
      filter: t.arg({ type: OfferFilter, required: true, description: 'Which stays.' }),
      sort: t.arg({ type: OfferSortEnum, defaultValue: 'PRICE', required: true, description: 'Their order.' }),
      oneOfEachHotel: t.arg.boolean({
        defaultValue: false,
        required: true,
        description:
          'Whether of each hotel only its first offer in the order is listed, so that hotels stand in the order of these. `totalCount` and the pages are of what is listed; `lowestTotal` and the counts of the facets are of all offers (F4).',
      }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({
        description: 'Cursor of the row before the page, from a list in the same order and currency.',
      }),
    },
    resolve: async (_, { filter: sent, sort, oneOfEachHotel, first, after }, context): Promise<OffersPage> => {
      const filter = withStoredCategory(sent);
      const { cursors } = context.services;
      const order = offerOrder(sort, filter.currency);
      const read = after == null ? { key: null } : parseSignedCursor<string>(after, order, cursors);
      throwIfInvalid([
        ...prefixPaths('filter', offerFilterProblems(filter)),
        ...pageProblems({ first }),
        ...('problem' in read ? [read.problem] : []),
      ]);
      const place = 'key' in read && read.key ? placeOfCursorKey(read.key) : null;
      const furtherCosts = furtherOffersCosts({ filter: sent }, context);
      const page = await listOffers(context, { filter, sort, oneOfEachHotel, first, after: place, furtherCosts });
      const { offers, start, totalCount, lowestTotal, countBy, explain } = page;
      const counted = new Map<OfferFacet, ReturnType<typeof countBy>>();
      let explained: ReturnType<typeof explain> = null;
      return {
        nodes: offers,
        cursorAt: cursorsOf(offers, (offer) => formatCursor(cursorKeyOf(offer), order, cursors)),
        hasNextPage: start + offers.length < totalCount,
        hasPreviousPage: start > 0,
        totalCount,
        lowestTotal: lowestTotal === null ? null : toMoney(lowestTotal, filter.currency),
        // Aliases ask for the same count.
        countBy(facet) {
          const counts = counted.get(facet) ?? countBy(facet);
          counted.set(facet, counts);
          return counts;
        },
        explain() {
          explained ??= explain();
          return explained;
        },
      };
    },
  }),
);
