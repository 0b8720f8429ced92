/** Pages of `offers` for tests, and the questions of the oracle as filters. */
import type { TestGateway } from '../gateway/gateway.ts';
import type { OffersQuestion } from '../oracle/oracle-offers.ts';

export interface ShownOffer {
  visitType: { number: number };
  hotel: { number: number };
  roomType: { number: number } | null;
  rooms: { guests: number | null; roomType: { number: number }; quote: { total: { amountMinor: number } } }[];
  arrival: string;
  departure: string;
  nights: number;
  availability: 'AVAILABLE' | 'ON_DEMAND';
  total: { amountMinor: number };
  quote: { total: { amountMinor: number }; discounts: unknown[] } | null;
}

export interface OffersPage {
  totalCount: number;
  lowestTotal: { amountMinor: number; currency: string } | null;
  none: string | null;
  mostGuestsInARoom: number | null;
  byDestination: { destination: { number: number }; count: number }[];
  byStars: { stars: number; count: number }[];
  byCategory: { category: { number: number }; count: number }[];
  byTag: { tag: { number: number }; count: number }[];
  byStayCategory: { stayCategory: string; count: number }[];
  byBoarding: { boarding: string; count: number }[];
  nodes: ShownOffer[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean };
}

const OFFERS = `query ($filter: OfferFilter!, $sort: OfferSort! = PRICE, $first: Int! = 20, $after: String) {
  offers(filter: $filter, sort: $sort, first: $first, after: $after) {
    totalCount
    lowestTotal { amountMinor currency }
    none mostGuestsInARoom
    byDestination { destination { number } count }
    byStars { stars count }
    byCategory { category { number } count }
    byTag { tag { number } count }
    byStayCategory { stayCategory count }
    byBoarding { boarding count }
    nodes {
      visitType { number } hotel { number } roomType { number }
      arrival departure nights availability
      rooms { guests roomType { number } quote { total { amountMinor } } }
      total { amountMinor }
      quote { total { amountMinor } discounts { guest } }
    }
    pageInfo { endCursor hasNextPage hasPreviousPage }
  }
}`;

export interface OffersRequest {
  readonly key?: string;
  readonly filter: object;
  readonly sort?: string | undefined;
  readonly first?: number;
  readonly after?: string | null;
}

export async function readOffers(
  gateway: Pick<TestGateway, 'ask'>,
  { key, ...variables }: OffersRequest,
): Promise<OffersPage> {
  const asked = { variables: { ...variables }, ...(key === undefined ? {} : { key }) };
  return (await gateway.ask<{ offers: OffersPage }>(OFFERS, asked)).offers;
}

/** The filter of a question. One length is `nights` in it. */
export function filterOf(question: OffersQuestion): object {
  const { nightsMin, nightsMax, destinationId, hotelId, visitTypeId, categoryId, tagId, stayCategory, ...rest } =
    question;
  return {
    ...rest,
    ...(stayCategory ? { stayCategory: stayCategory.toUpperCase() } : {}),
    ...(nightsMin === nightsMax ? { nights: nightsMin } : { nightsMin, nightsMax }),
    ...{ destination: destinationId, hotel: hotelId, visitType: visitTypeId, category: categoryId, tag: tagId },
  };
}
