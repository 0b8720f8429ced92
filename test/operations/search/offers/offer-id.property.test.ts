/** Ids of offers (F4): they name what was offered, and nothing else can be made of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../../src/domain/pricing/money.ts';
import { createCursorSigner, formatCursor, parseSignedCursor } from '../../../../src/operations/search/cursors.ts';
import { offerOrder } from '../../../../src/operations/search/offers/list-offers.ts';
import { formatOfferId, type NamedOffer, readOffer } from '../../../../src/operations/search/offers/offer-id.ts';

const CURSORS = createCursorSigner('a secret of this installation');
const TODAY = 20_000;
const IDS = { cursors: CURSORS, today: TODAY };
const STAY = { needed: ['visitType', 'arrival'], optional: ['hotel'], roomsMax: 6 } as const;

const number = fc.integer({ min: 1, max: 1_000_000 });
const anyOffer: fc.Arbitrary<NamedOffer> = fc.record({
  visitTypeNumber: number,
  hotelNumber: number,
  arrival: number,
  departure: number,
  currency: fc.constantFrom(...CURRENCIES),
  rooms: fc.array(
    fc.record({ roomTypeNumber: number, guests: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }) }),
    { minLength: 1, maxLength: 6 },
  ),
});

const read = (offer: string, ids = IDS) => readOffer({ offer }, STAY, ids);
const reasonsOf = ({ problems }: ReturnType<typeof read>) => problems.map(({ path, reason }) => `${path} ${reason}`);

test('an id is read as the offer that it was made for, in every process of the installation, on its day and the next', () => {
  fc.assert(
    fc.property(anyOffer, fc.integer({ min: 0, max: 1 }), (offer, later) => {
      const id = formatOfferId(offer, IDS);
      expect(encodeURIComponent(id)).toBe(id);
      const elsewhere = { cursors: createCursorSigner('a secret of this installation'), today: TODAY + later };
      expect(read(id, elsewhere)).toEqual({ offer, problems: [] });
    }),
  );
});

test('an older id is refused with the last day on which it was good', () => {
  fc.assert(
    fc.property(anyOffer, fc.integer({ min: 2, max: 1_000 }), (offer, later) => {
      const { problems, ...rest } = read(formatOfferId(offer, IDS), { cursors: CURSORS, today: TODAY + later });
      expect(rest).toEqual({ offer: null });
      expect(problems).toEqual([
        { path: 'offer', code: 'INVALID_OFFER', reason: 'offerExpired', facts: { latest: TODAY + 1 } },
      ]);
    }),
  );
});

test('an id with one character changed, left out or added is refused', () => {
  const character = fc.constantFrom(...'abcXYZ019-_.');
  fc.assert(
    fc.property(anyOffer, fc.nat(), character, fc.constantFrom(0, 1), (offer, at, inserted, removed) => {
      const id = formatOfferId(offer, IDS);
      const place = at % id.length;
      const changed = id.slice(0, place) + inserted + id.slice(place + removed);
      fc.pre(changed !== id);
      expect(reasonsOf(read(changed))).toEqual(['offer notAnOffer']);
      expect(reasonsOf(read(id.slice(0, place) + id.slice(place + 1)))).toEqual(['offer notAnOffer']);
    }),
  );
});

test('an id is no cursor, a cursor no id, and one of another installation neither', () => {
  fc.assert(
    fc.property(anyOffer, (offer) => {
      const order = offerOrder('PRICE', offer.currency);
      expect(reasonsOf(read(formatCursor([1, '2 3'], order, CURSORS)))).toEqual(['offer notAnOffer']);
      expect(reasonsOf(read(formatOfferId(offer, { ...IDS, cursors: createCursorSigner('another') })))).toEqual([
        'offer notAnOffer',
      ]);
      const cursor = parseSignedCursor(formatOfferId(offer, IDS), order, CURSORS);
      expect(cursor).toMatchObject({ problem: { reason: 'cursorOfResource' } });
    }),
  );
});

test('a stay is named by an offer or field by field: both are a problem, and neither', () => {
  const offer = { visitTypeNumber: 101, hotelNumber: 1, arrival: 1, departure: 2, currency: 'CZK' as const };
  const rooms = [
    { roomTypeNumber: 11, guests: 2 },
    { roomTypeNumber: 12, guests: 1 },
  ];
  const id = formatOfferId({ ...offer, rooms }, IDS);
  const ask = (input: object, roomsMax = 6) => reasonsOf(readOffer(input, { ...STAY, roomsMax }, IDS));
  expect(ask({ offer: id, visitType: '101', hotel: '1' })).toEqual(['visitType excluded', 'hotel excluded']);
  expect(ask({ offer: 'x', arrival: 1 })).toEqual(['arrival excluded', 'offer notAnOffer']);
  expect(ask({ offer: id }, 1)).toEqual(['offer offerOfRooms']);
  expect(ask({})).toEqual(['offer oneRequired']);
  expect(ask({ hotel: '1', arrival: 1 })).toEqual(['visitType required']);
  expect(ask({ visitType: '101', arrival: 1 })).toEqual([]);
});
