/**
 * Random catalogues in PostgreSQL: the offers of a search, their pages, orders and counts must be those of the slow and obvious
 * oracle, for keys of every kind; and each can be had as it is offered.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import {
  type CatalogueSize,
  drawnSales,
  MEDIUM,
  randomCatalogue,
} from '../../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, drawFromSeed, oneIn, pick } from '../../../support/catalogue/random/random-draw.ts';
import { drawnStay } from '../../../support/catalogue/random/random-scene.ts';
import { drawnWish, writeWishes } from '../../../support/catalogue/random/random-wishes.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { amount } from '../../../support/gateway/soak.ts';
import { countDates, plusDays } from '../../../support/oracle/oracle-dates.ts';
import { type CatalogueFile, ORACLE_CURRENCIES } from '../../../support/oracle/oracle-file.ts';
import {
  boardingOfFile,
  NO_OFFERS,
  nothingOf,
  type OffersQuestion,
  type OracleOffer,
  offersOf,
} from '../../../support/oracle/oracle-offers.ts';
import { type OracleScene, sceneOf } from '../../../support/oracle/oracle-scope.ts';
import { filterOf, type OffersPage, readOffers } from '../../../support/requests/read-offers.ts';

const SIZE: CatalogueSize = {
  ...MEDIUM,
  channels: 2,
  destinations: 3,
  hotels: 7,
  visitTypes: 24,
  roomTypesPerHotel: 3,
};
const CALLERS = [
  { name: 'a partner who sees two destinations', channel: 'partner', destinations: [1, 3] },
  { name: 'a partner', channel: 'partner', destinations: null },
  { name: 'the public channel', channel: 'public', destinations: null },
];
const QUESTIONS = amount({ short: 40, long: 240 });
const SEED = newSeed();

const CHEAPEST = `
  query Cheapest($visitTypeId: ID!, $hotelId: ID!, $currency: Currency!) {
    hotel(id: $hotelId) {
      ofVisitType: cheapestStay(visitType: $visitTypeId, currency: $currency) { ...Cheapest }
      ofAll: cheapestStay(currency: $currency) { ...Cheapest }
    }
  }
  fragment Cheapest on Offer {
    visitType { number } hotel { number } roomType { number } arrival nights availability total { amountMinor }
  }`;

const shownCheapest = ({ visitTypeId, hotelId, roomTypeId, arrival, nights, availability, total }: OracleOffer) => ({
  ...{ visitType: { number: visitTypeId }, hotel: { number: hotelId }, roomType: { number: roomTypeId } },
  ...{ arrival, nights, availability, total: { amountMinor: total } },
});

/** Every stay that begins within 365 days; one that began yesterday is refused as any in the past. */
function yearOf({ catalogue, today }: OracleScene, asked: Partial<OffersQuestion>): OffersQuestion {
  const nightsMax = Math.max(...catalogue.visitTypes.map((visitType) => visitType.nightsMax));
  const window = { arrival: plusDays(today, 182), flexibleDays: 183, nightsMin: 1, nightsMax };
  return { ...window, currency: 'CZK', includeOnRequest: true, ...asked };
}

describe.each([
  { seed: SEED, today: '2027-01-04', extremes: false },
  { seed: SEED + 1, today: '2028-02-29', extremes: true },
  { seed: SEED + 2, today: '2026-10-24', extremes: false },
])('a random catalogue, on $today', ({ seed, today, extremes }) => {
  const catalogue = randomCatalogue(seed, { ...SIZE, extremes }, today);
  writeWishes(drawFromSeed(seed), catalogue);
  const sold = drawnSales(drawFromSeed(seed), catalogue, today);
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today });
    for (const [roomTypeNumber, nights] of sold) {
      for (const [night, units] of nights) {
        const which = { roomTypeNumber, night: new Date(`${night}T00:00:00Z`) };
        await gateway.database.prisma.inventoryNight.updateMany({ where: which, data: { sold: units } });
      }
    }
  });
  afterAll(() => gateway?.close());

  describe.each(CALLERS)('for $name', ({ channel, destinations }) => {
    const scene = sceneOf({ catalogue, sold, today, todayUtc: today, channel, destinationIds: destinations });
    let key: string;
    beforeAll(async () => {
      key = await gateway.key({ channel, destinations });
    });

    test('whole lists, their counts and every page are those of the oracle', async () => {
      const draw = drawFromSeed(SEED);
      let offered = 0;
      let onRequest = 0;
      // Many questions, and so many that there is enough to compare.
      for (let count = 0; count < QUESTIONS || offered < 100 || onRequest < 20; count += 1) {
        const question = drawnQuestion(draw, scene);
        const expected = offersOf(scene, question);
        const first = pick(draw, [100, 1, 3, 20]);
        const shown = await walkPages(question, first);
        expect([question, shown.offers]).toEqual([question, expected.map(shownOffer)]);
        expect([question, shown.counts]).toEqual([question, countsOf(expected, question, catalogue)]);
        offered += expected.length;
        onRequest += expected.filter(({ availability }) => availability === 'ON_DEMAND').length;
      }
    });

    // By brute force a year takes a second, so not for every caller.
    if (destinations)
      test('the cheapest stay of a year in a hotel, under a visit type and any, is that of the oracle (F16)', async () => {
        const draw = drawFromSeed(SEED);
        const currency = pick(draw, ORACLE_CURRENCIES);
        const { id: visitTypeId } = pick(draw, scene.catalogue.visitTypes);
        for (const { id: hotelId } of scene.catalogue.hotels.slice(0, 2)) {
          const variables = { visitTypeId, hotelId, currency };
          const { hotel } = await gateway.ask<{ hotel: object | null }>(CHEAPEST, { key, variables });
          const [ofVisitType, ofAll] = [
            { visitTypeId, hotelId, currency },
            { hotelId, currency },
          ].map((asked) => {
            const [offer] = offersOf(scene, yearOf(scene, asked));
            return offer ? shownCheapest(offer) : null;
          });
          expect([variables, hotel ?? { ofVisitType: null, ofAll: null }]).toEqual([variables, { ofVisitType, ofAll }]);
        }
      });

    test.each(['PRICE_DESC', 'STARS_DESC'] as const)('pages by %s have the same offers in that order', async (sort) => {
      const draw = drawFromSeed(SEED);
      for (let count = 0; count < 6; count += 1) {
        const question = { ...drawnQuestion(draw, scene), includeOnRequest: true };
        const byNumber = (a: OracleOffer, b: OracleOffer) =>
          a.visitTypeId - b.visitTypeId || a.hotelId - b.hotelId || a.roomTypeId - b.roomTypeId;
        const expected = offersOf(scene, question).sort((a, b) =>
          sort === 'PRICE_DESC'
            ? a.availability.localeCompare(b.availability) || b.total - a.total || byNumber(a, b)
            : b.stars - a.stars || a.total - b.total || byNumber(a, b),
        );
        const { offers } = await walkPages(question, 3, sort);
        expect([question, offers]).toEqual([question, expected.map(shownOffer)]);
      }
    });

    test('a stay that is AVAILABLE can be held, one ON_DEMAND cannot, and both have the price of a quote', async () => {
      const draw = drawFromSeed(SEED);
      const kinds = { AVAILABLE: 0, ON_DEMAND: 0 };
      for (let count = 0; count < 8 || Math.min(...Object.values(kinds)) === 0; count += 1) {
        const question = { ...drawnQuestion(draw, scene), maxTotal: null, includeOnRequest: true };
        const { nodes } = await readOffers(gateway, { key, filter: filterOf(question), first: 20 });
        for (const offer of nodes) {
          const stay = {
            ...{ visitType: offer.visitType.number, roomType: offer.roomType!.number },
            ...{ arrival: offer.arrival, departure: offer.departure },
          };
          expect(await quotedTotal(stay, question.currency)).toBe(offer.quote!.total.amountMinor);
          const held = await hold({ ...stay, currency: question.currency });
          expect([question, offer, held]).toEqual([question, offer, offer.availability === 'AVAILABLE']);
          kinds[offer.availability] += 1;
        }
      }
    });

    test('Y1: the offers to a party are those of the oracle, room by room, in every order', async () => {
      const draw = drawFromSeed(SEED + 7);
      const kinds = { AVAILABLE: 0, ON_DEMAND: 0 };
      for (let count = 0; count < QUESTIONS / 2 || Math.min(...Object.values(kinds)) < 10; count += 1) {
        const question = drawnPartyQuestion(draw, scene);
        const expected = offersOf(scene, question);
        const shown = await walkPages(question, pick(draw, [100, 1, 3, 20]));
        expect([question, shown.offers]).toEqual([question, expected.map(shownOffer)]);
        expect([question, shown.counts]).toEqual([question, countsOf(expected, question, catalogue)]);
        for (const { availability } of expected) kinds[availability] += 1;
        const { offers } = await walkPages(question, 3, 'STARS_DESC');
        const byStars = expected.sort(
          (a, b) => b.stars - a.stars || a.total - b.total || a.visitTypeId - b.visitTypeId || a.hotelId - b.hotelId,
        );
        expect([question, offers]).toEqual([question, byStars.map(shownOffer)]);
      }
    });

    test('Y1: a search that finds nothing says why, and how many guests a room holds, as dropping the conditions one by one does', async () => {
      const draw = drawFromSeed(SEED + 8);
      const seen = new Map<string | null, number>();
      const rare = [...NO_OFFERS, null];
      for (let count = 0; count < 100 || (count < 3_000 && rare.some((reason) => !seen.has(reason))); count += 1) {
        const drawn = oneIn(draw, 2) ? drawnQuestion(draw, scene) : drawnPartyQuestion(draw, scene);
        const question = { ...drawn, maxTotal: oneIn(draw, 3) ? between(draw, 0, 40) * 10_000 : null };
        const { none, mostGuestsInARoom } = await readOffers(gateway, { key, filter: filterOf(question), first: 1 });
        expect([question, { none, mostGuestsInARoom }]).toEqual([question, nothingOf(scene, question)]);
        seen.set(none, (seen.get(none) ?? 0) + 1);
      }
      expect(rare.filter((reason) => !seen.has(reason))).toEqual([]);
    });

    test('each value of a facet, asked for beside the other conditions, finds as many offers as it says, or more in place of another value', async () => {
      const draw = drawFromSeed(SEED + 9);
      for (let asked = 0; asked < 40; ) {
        const question = drawnQuestion(draw, scene);
        const filter: Record<string, unknown> = { ...filterOf(question) };
        const page = await readOffers(gateway, { key, filter, first: 1 });
        const atLeast = (least: number) =>
          page.byStars.reduce((sum, { stars, count }) => sum + (stars >= least ? count : 0), 0);
        const choices: [object, number][] = [
          ...page.byDestination.map((one): [object, number] => [{ destination: one.destination.number }, one.count]),
          ...page.byStars.map(({ stars }): [object, number] => [{ starsMin: stars }, atLeast(stars)]),
          ...page.byCategory.map((one): [object, number] => [{ category: one.category.number }, one.count]),
          ...page.byTag.map((one): [object, number] => [{ tag: one.tag.number }, one.count]),
          ...page.byStayCategory.map(({ stayCategory, count }): [object, number] => [{ stayCategory }, count]),
          ...page.byBoarding.map(({ boarding, count }): [object, number] => [{ boarding }, count]),
        ];
        for (const [choice, count] of choices) {
          const { totalCount } = await readOffers(gateway, { key, filter: { ...filter, ...choice }, first: 1 });
          const isFirst = Object.keys(choice).every((name) => filter[name] == null);
          expect([question, choice, isFirst ? totalCount : Math.min(totalCount, count)]).toEqual([
            question,
            choice,
            count,
          ]);
          asked += 1;
        }
      }
    });

    async function walkPages(question: OffersQuestion, first: number, sort?: string) {
      const offers: unknown[] = [];
      for (let after: string | null = null; ; ) {
        const page: OffersPage = await readOffers(gateway, { key, filter: filterOf(question), first, after, sort });
        offers.push(...page.nodes);
        after = page.pageInfo.endCursor;
        const { nodes: _, pageInfo, none: __, mostGuestsInARoom: ___, ...counts } = page;
        if (!pageInfo.hasNextPage) return { offers, counts };
      }
    }

    async function quotedTotal(stay: object, currency: string): Promise<number> {
      const { quote } = await gateway.ask<{ quote: { quotes: { total: { amountMinor: number } }[] } }>(
        'query ($input: QuoteInput!) { quote(input: $input) { ... on StayQuotes { quotes { total { amountMinor } } } } }',
        { key, variables: { input: { ...stay, currencies: [currency] } } },
      );
      return quote.quotes[0]!.total.amountMinor;
    }

    /** Whether the stay could be held; it is given back. */
    async function hold(input: object): Promise<boolean> {
      const { holdStay } = await gateway.ask<{ holdStay: { __typename: string; hold?: { id: string } } }>(
        'mutation ($input: HoldStayInput!) { holdStay(input: $input) { __typename ... on StayHeld { hold { id } } } }',
        { key, variables: { input } },
      );
      if (holdStay.hold === undefined) return false;
      const release = 'mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename } }';
      await gateway.ask(release, { key, variables: { id: holdStay.hold.id } });
      return true;
    }
  });
});

function drawnQuestion(draw: Draw, scene: OracleScene): OffersQuestion {
  const { catalogue } = scene;
  const visitType = pick(draw, catalogue.visitTypes);
  const { dateFrom, dateTo } = drawnStay(draw, scene, visitType);
  const nights = Math.min(30, Math.max(1, countDates({ from: dateFrom, to: dateTo }) - 1));
  const nightsMin = Math.max(1, nights - pick(draw, [0, 0, 1, 4]));
  const flexibleDays = pick(draw, [0, 1, 7, 3]);
  // More stays cost too much in the whole catalogue.
  const lengths = flexibleDays > 1 ? pick(draw, [1, 2, 3]) : pick(draw, [1, 3, 8]);
  const isNarrow = (2 * flexibleDays + 1) * lengths > 30;
  const maybe = <T>(value: T): T | null => (oneIn(draw, 10) ? value : null);
  return {
    arrival: oneIn(draw, 8) ? plusDays(scene.today, between(draw, -9, 3)) : dateFrom,
    flexibleDays,
    nightsMin,
    nightsMax: nightsMin + lengths - 1,
    currency: pick(draw, ORACLE_CURRENCIES),
    guests: maybe(between(draw, 1, 5)),
    destinationId: isNarrow ? between(draw, 1, 3) : maybe(between(draw, 1, 3)),
    hotelId: maybe(between(draw, 1, 7)),
    visitTypeId: maybe(visitType.id),
    categoryId: maybe(between(draw, 1, 3)),
    tagId: maybe(between(draw, 1, 2)),
    stayCategory: maybe(pick(draw, ['health', 'wellness'])),
    starsMin: maybe(between(draw, 1, 5)),
    boarding: maybe(visitType.boarding),
    maxTotal: maybe(between(draw, 0, 300) * 10_000),
    includeOnRequest: oneIn(draw, 2),
    search: maybe(drawnWish(draw)),
  };
}

function drawnPartyQuestion(draw: Draw, scene: OracleScene): OffersQuestion {
  const party = Array.from({ length: between(draw, 1, pick(draw, [2, 3, 4])) }, () =>
    between(draw, 1, pick(draw, [1, 2, 4])),
  );
  return { ...drawnQuestion(draw, scene), guests: null, party };
}

/** An offer as the answer shows it. */
function shownOffer({
  visitTypeId,
  hotelId,
  roomTypeId,
  rooms,
  total,
  destinationId: _,
  stars: __,
  ...stay
}: OracleOffer) {
  const isOne = rooms.length === 1;
  return {
    ...{ visitType: { number: visitTypeId }, hotel: { number: hotelId } },
    roomType: isOne ? { number: roomTypeId } : null,
    ...stay,
    rooms: rooms.map((room) => ({
      ...{ guests: room.guests, roomType: { number: room.roomTypeId } },
      quote: { total: { amountMinor: room.total } },
    })),
    total: { amountMinor: total },
    quote: isOne ? { total: { amountMinor: total }, discounts: [] } : null,
  };
}

function countsOf(
  offers: readonly OracleOffer[],
  { currency }: OffersQuestion,
  { visitTypes }: Pick<CatalogueFile, 'visitTypes'>,
) {
  const counted = <Value extends number | string>(of: (offer: OracleOffer) => readonly Value[]) =>
    [...new Set(offers.flatMap(of))]
      .sort((a, b) => (a < b ? -1 : 1))
      .map((value) => ({ value, count: offers.filter((offer) => of(offer).includes(value)).length }));
  const sold = ({ visitTypeId }: OracleOffer) => visitTypes.find(({ id }) => id === visitTypeId)!;
  const named = <Name extends string>(name: Name, counts: ReturnType<typeof counted>) =>
    counts.map(({ value, count }) => ({
      [name]: name === 'stars' || Number.isNaN(Number(value)) ? value : { number: value },
      count,
    }));
  return {
    totalCount: offers.length,
    lowestTotal: offers.length === 0 ? null : { amountMinor: Math.min(...offers.map(({ total }) => total)), currency },
    byDestination: named(
      'destination',
      counted(({ destinationId }) => [destinationId]),
    ),
    byStars: named(
      'stars',
      counted(({ stars }) => [stars]),
    ),
    byCategory: named(
      'category',
      counted((offer) => sold(offer).categoryIds),
    ),
    byTag: named(
      'tag',
      counted((offer) => sold(offer).tagIds),
    ),
    byStayCategory: named(
      'stayCategory',
      counted((offer) => (sold(offer).stayCategory === null ? [] : [sold(offer).stayCategory!.toUpperCase()])),
    ),
    byBoarding: named(
      'boarding',
      counted((offer) => [boardingOfFile(sold(offer))]),
    ),
  };
}
