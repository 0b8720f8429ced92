/** `CalendarDay.stays` and `reasons` against what `quote` and `createBooking` answer (F1, F2), on catalogues that nobody has chosen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, drawFromSeed, oneIn, pick } from '../../../support/catalogue/random/random-draw.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { plusDays } from '../../../support/oracle/oracle-dates.ts';

const SEED = newSeed();
const CALENDAR = `query Stays($filter: CalendarFilter, $from: LocalDate, $to: LocalDate) {
  calendar(filter: $filter, dateFrom: $from, dateTo: $to) {
    date selectable availability reasons stays { nights departure availability total { amountMinor currency } } } }`;
const QUOTE = `query Quote($input: QuoteInput!) { quote(input: $input) { __typename
  ... on StayQuotes { availability quotes { total { amountMinor currency } } }
  ... on StayNotAllowed { lengths } ... on NotPriced { lengths } } }`;
const BOOK = `mutation Book($input: CreateBookingInput!) { createBooking(input: $input) { __typename
  ... on BookingCreated { booking { price { total { amountMinor currency } } } } ... on Problem { code message } } }`;

interface Total {
  readonly amountMinor: number;
  readonly currency: string;
}
interface ShownStay {
  readonly nights: number;
  readonly departure: string;
  readonly availability: string;
  readonly total: readonly Total[];
}
interface ShownDay {
  readonly date: string;
  readonly selectable: boolean;
  readonly availability: string;
  readonly reasons: readonly string[];
  readonly stays: readonly ShownStay[];
}
interface Quoted {
  readonly __typename: string;
  readonly availability?: string;
  readonly lengths?: readonly number[];
  readonly quotes?: readonly { readonly total: Total }[];
}

let gateway: TestGateway;
const variablesOf = (filter: object, from: string, to: string) => ({ filter, from, to });
const calendarOf = async (variables: Record<string, unknown>, key?: string) =>
  (await gateway.ask<{ calendar: ShownDay[] }>(CALENDAR, { variables, ...(key === undefined ? {} : { key }) }))
    .calendar;
const quoteOf = async (input: object) => (await gateway.ask<{ quote: Quoted }>(QUOTE, { variables: { input } })).quote;

describe('of a catalogue drawn at random', () => {
  /** A room of a visit type. */
  interface Place {
    readonly visitType: { readonly id: number; readonly nightsMin: number; readonly nightsMax: number };
    readonly hotel: number;
    readonly room: { readonly id: number; readonly beds: number };
  }
  const catalogue = randomCatalogue(1818, { ...MEDIUM, channels: 1, hotels: 6, visitTypes: 24 }, TODAY);
  const places: Place[] = catalogue.visitTypes.flatMap((visitType) =>
    catalogue.hotels
      .filter(({ id }) => visitType.hotelIds.includes(id))
      .flatMap((hotel) => hotel.roomTypes.map((room) => ({ visitType, hotel: hotel.id, room }))),
  );
  const filterOf = ({ visitType, room }: Place) => ({ visitType: String(visitType.id), roomType: String(room.id) });

  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today: TODAY });
  });
  afterAll(() => gateway.close());

  test('F1: the stays of a day are those that `quote` prices, with its totals and its availability', async () => {
    const draw = drawFromSeed(SEED);
    let compared = 0;
    for (let step = 0; step < 60 || compared <= 100; step++) {
      expect(step).toBeLessThan(1_000);
      const place = pick(draw, places);
      const from = plusDays(TODAY, draw(40));
      const days = await calendarOf(variablesOf(filterOf(place), from, plusDays(from, 2)));
      for (const { date, stays } of days) {
        const quoted: ShownStay[] = [];
        let lengths: readonly number[] | null = null;
        for (let nights = 1; nights <= Math.min(place.visitType.nightsMax + 1, 30); nights++) {
          const departure = plusDays(date, nights);
          const { visitType, roomType } = filterOf(place);
          const answer = await quoteOf({ visitType, roomType, arrival: date, departure });
          if (answer.__typename !== 'StayQuotes') lengths = answer.lengths!;
          else
            quoted.push({
              ...{ nights, departure, availability: answer.availability! },
              total: answer.quotes!.map(({ total }) => total),
            });
        }
        expect(stays).toEqual(quoted);
        if (lengths !== null) expect(lengths).toEqual(quoted.map(({ nights }) => nights));
        compared += quoted.length;
      }
    }
  });

  test('F1: a binding booking is made of a stay exactly where it is AVAILABLE, also by a test key; else a request is', async () => {
    const draw = drawFromSeed(SEED);
    const testKey = await gateway.key({ isTest: true });
    const outcomes: string[] = [];
    for (let step = 0; (outcomes.length < 80 || new Set(outcomes).size < 3) && step < 2_000; step++) {
      const place = pick(draw, places);
      const from = plusDays(TODAY, draw(30));
      const isTest = oneIn(draw, 4);
      const days = await calendarOf(
        variablesOf(filterOf(place), from, plusDays(from, 6)),
        isTest ? testKey : undefined,
      );
      const stays = days.flatMap(({ date, stays: some }) => some.map((stay) => ({ arrival: date, stay })));
      if (stays.length === 0) continue;
      const { arrival, stay } = pick(draw, stays);
      const total = pick(draw, stay.total);
      const asked = { place, arrival, stay, total, step, key: isTest ? testKey : undefined };
      const binding = await book(draw, { ...asked, kind: 'BINDING' });
      const isMade = binding.__typename === 'BookingCreated';
      expect([stay.availability, isMade ? 'BookingCreated' : binding.__typename]).toEqual(
        stay.availability === 'AVAILABLE'
          ? ['AVAILABLE', 'BookingCreated']
          : ['ON_DEMAND', expect.stringMatching(/^(NoCapacity|OnDemandOnly)$/)],
      );
      if (isMade) expect(binding.booking!.price.total).toEqual(total);
      else expect((await book(draw, { ...asked, kind: 'REQUEST' })).__typename).toBe('BookingCreated');
      outcomes.push(binding.__typename);
    }
    expect(new Set(outcomes)).toEqual(new Set(['BookingCreated', 'NoCapacity', 'OnDemandOnly']));
  });

  async function book(
    draw: Draw,
    {
      place,
      arrival,
      stay,
      total,
      kind,
      step,
      key,
    }: {
      place: Place;
      arrival: string;
      stay: ShownStay;
      total: Total;
      kind: 'BINDING' | 'REQUEST';
      step: number;
      key: string | undefined;
    },
  ) {
    const person = { firstName: 'Jana', lastName: 'Nováková' };
    const address = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
    const input = {
      ...{ kind, arrival, departure: stay.departure, currency: total.currency },
      ...{ visitType: place.visitType.id, hotel: place.hotel, roomType: place.room.id },
      billedTo: { ...person, email: `jana-${step}@example.com`, address },
      guests: Array.from({ length: between(draw, 1, place.room.beds) }, () => person),
    };
    const options = { variables: { input }, ...(key === undefined ? {} : { key }) };
    const made = await gateway.ask<{
      createBooking: { __typename: string; booking?: { price: { total: Total } } };
    }>(BOOK, options);
    return made.createBooking;
  }
});

describe('of the small catalogue', () => {
  beforeAll(async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  });
  afterAll(() => gateway.close());

  const package3 = { visitType: '104', roomType: '31' };

  test('F1: a package that is the only price is a stay, and days from which it does not fit say that there is none', async () => {
    const days = await calendarOf(variablesOf(package3, '2027-02-25', '2027-02-28'));
    const total = [{ amountMinor: 24_000, currency: 'EUR' }];
    expect(days.map(({ date, stays }) => [date.slice(-2), stays.map(({ nights }) => nights)])).toEqual([
      ['25', [3]],
      ['26', [3]],
      ['27', []],
      ['28', []],
    ]);
    expect(days[0]!.stays[0]).toEqual({ nights: 3, departure: '2027-02-28', availability: expect.anything(), total });
    expect(days.map(({ selectable }) => selectable)).toEqual([true, true, true, true]);
    expect(days.slice(2).map(({ reasons }) => reasons)).toEqual([['NO_STAY_PRICED'], ['NO_STAY_PRICED']]);
  });

  test('F1: `total(currency:)` leaves one currency, in an operation that is compiled, too', async () => {
    const query = CALENDAR.replace('total {', 'total(currency: EUR) {');
    const variables = variablesOf({ visitType: '101', roomType: '11' }, '2027-06-25', '2027-07-01');
    const shown = async () => (await gateway.ask<{ calendar: ShownDay[] }>(query, { variables })).calendar;
    const first = await shown();
    const totals = first.flatMap(({ stays }) => stays.flatMap(({ total }) => total.map(({ currency }) => currency)));
    expect([new Set(totals), first.at(-1)!.stays.map(({ total }) => total.length)]).toEqual([
      new Set(['EUR']),
      Array.from({ length: 13 }, () => 0),
    ]);
    for (let run = 0; run < 15; run++) expect(await shown()).toEqual(first);
  });

  test('F1: there are no stays where the search leaves several room types, or names no visit type', async () => {
    for (const filter of [{ visitType: '101', hotel: '1' }, { roomType: '11' }, { visitType: '999', roomType: '11' }]) {
      const days = await calendarOf(variablesOf(filter, '2027-03-01', '2027-03-10'));
      expect(days.flatMap(({ stays }) => stays)).toEqual([]);
    }
  });

  test('F2: reasons tell what can only be requested from what is sold out, and are the same whatever else is selected', async () => {
    const alone = `query ($filter: CalendarFilter, $from: LocalDate, $to: LocalDate) {
      calendar(filter: $filter, dateFrom: $from, dateTo: $to) { ...Why } } fragment Why on CalendarDay { reasons }`;
    const reasons = async (filter: object, from: string, to: string) => {
      const variables = variablesOf(filter, from, to);
      const days = await calendarOf(variables);
      const { calendar } = await gateway.ask<{ calendar: ShownDay[] }>(alone, { variables });
      expect(calendar.map((day) => day.reasons)).toEqual(days.map((day) => day.reasons));
      return calendar.map((day) => day.reasons);
    };
    expect(await reasons({ visitType: '103', roomType: '11' }, '2027-03-01', '2027-03-01')).toEqual([['ON_REQUEST']]);
    // 43 has rooms for the nights of 10 to 13 May only.
    expect(await reasons({ visitType: '109' }, '2027-05-10', '2027-05-11')).toEqual([[], ['SOLD_OUT']]);
    expect(await reasons({ visitType: '103' }, '2027-03-01', '2027-03-01')).toEqual([['ON_REQUEST']]);
    expect(await reasons({ hotel: '1' }, '2027-03-01', '2027-03-01')).toEqual([[]]);
  });

  test('F2: a refusal names the lengths that can be had from that day, and its message the shortest', async () => {
    const ask = async (input: object) =>
      (
        await gateway.ask<{ quote: Record<string, unknown> }>(
          `query Q($input: QuoteInput!) { quote(input: $input) { __typename ... on Problem { message }
            ... on StayNotAllowed { lengths } ... on NotPriced { lengths } } }`,
          { variables: { input } },
        )
      ).quote;
    const stay = { ...package3, arrival: '2027-02-10' };
    expect(await ask({ ...stay, departure: '2027-02-12' })).toEqual({
      __typename: 'StayNotAllowed',
      message: 'The minimum is 3 nights; the stay has 2. Nights possible from that day: 3.',
      lengths: [3],
    });
    expect(await ask({ ...stay, departure: '2027-02-13', currencies: ['CZK'] })).toMatchObject({
      __typename: 'NotPriced',
      lengths: [],
    });
    const split = { visitType: '106', roomType: '31', arrival: '2027-02-08', departure: '2027-02-13' };
    expect(await ask(split)).toMatchObject({
      message: expect.stringMatching(/ Nights possible from that day: 1–3\.$/),
      lengths: [1, 2, 3],
    });
    expect(await ask({ ...split, roomType: '11' })).toMatchObject({ __typename: 'StayNotAllowed', lengths: [] });
  });
});
