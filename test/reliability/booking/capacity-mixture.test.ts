/**
 * Everything that takes rooms or gives them back at the same time, from two pools on a real PostgreSQL: bookings of one room and of several
 * together, their changes, requests and their answers, cancellations of one and of all rooms, holds of one room and of several that are booked, given back or expire,
 * changes of capacity, imports. At every moment what is sold is what the bookings say, and no night has more rooms sold and held than there
 * are (B3, S10, S11, S13, U1, M1, Y4).
 */
import { expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { disagreementsOf, wrongNights } from '../../support/booking/booking-records.ts';
import { BOOKING, CALLERS, day } from '../../support/booking/booking-scene.ts';
import { openRivalScenesForEach, type RivalScenes } from '../../support/booking/rival-scenes.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { between, drawFromSeed, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { amount, isSoak, say } from '../../support/gateway/soak.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const SEED = newSeed();
const ACTS = amount({ short: 700, long: 30_000 });
const LANES = 12;
const IMPORT_EVERY = 100;
const TODAY = day('2026-03-02');
const MINUTE_MS = 60_000;
/** Acts on holds are about one of the newest so many. */
const RECENT = 40;
/** Rooms of a night, at most: about as many as are asked for. */
const MOST_UNITS = 24;
const SHOP: Caller = { ...CALLERS.everywhere, isPublishable: true };
const GUESTS = BOOKING.guests.slice(0, 1);
/** What comes of acts: of a few hundred, and of many. */
const USUAL = [
  ...['booking: created', 'booking: noCapacity', 'request: created', 'bookingCancelled'],
  ...['bookingConfirmed', 'notConfirmable', 'bookingDeclined', 'notDeclinable', 'hold: held', 'hold: noCapacity'],
  ...[
    'change: bookingChanged',
    'change: noCapacity',
    'change: notChangeable',
    'use: notFound',
    'release: released',
    'party: created',
    'party: noCapacity',
    'party hold: held',
    'inventoryUpdated',
    'invalidInput',
    'import: made',
  ],
];
const RARE = ['notCancellable', 'noCapacity', 'use: created', 'release: notFound', 'import: refused'];

let { database, rivals, scenes } = {} as RivalScenes;
openRivalScenesForEach((opened) => {
  ({ database, rivals, scenes } = opened);
});

test(`${ACTS} random acts never leave a night oversold, and what is sold is what the bookings say`, async () => {
  const draw = drawFromSeed(SEED);
  const bookings: string[] = [];
  const holds: { id: string; input: object }[] = [];
  const partyHolds: { id: string; input: Parameters<(typeof scenes)[0]['bookParty']>[0]['input'] }[] = [];
  const counts: Record<string, number> = {};
  const catalogue = await exportedCatalogue(database);
  let millis = scenes[0]!.clock.millis;
  /** Holds expire. */
  const passTime = () => {
    millis += between(draw, 1, 5) * MINUTE_MS;
    for (const scene of scenes) scene.clock.millis = millis;
  };
  let begun = 0;
  let isOver = false;

  const act = async (index: number): Promise<string> => {
    const scene = pick(draw, scenes);
    const id = bookings.length === 0 ? 'none' : pick(draw, bookings);
    const roomType = pick(draw, ['11', '12', '21']);
    const arrival = day('2026-05-04') + draw(6);
    const stay = { roomType, hotel: roomType === '21' ? '2' : '1', arrival, departure: arrival + between(draw, 1, 5) };
    // Each asks from elsewhere, so that rooms are the limit and not what an address may take (A4).
    const network = `2001:db8::${index}`;
    const billedTo = { ...BOOKING.billedTo, email: `guest${index}@example.com` };
    const booked = async (input: object, name: string) => {
      const outcome = await scene.book({ input: { guests: GUESTS, billedTo, ...input }, caller: SHOP, network });
      if (outcome.kind === 'created') bookings.push(outcome.bookingId);
      return `${name}: ${outcome.kind}`;
    };
    const { roomType: _roomType, ...dates } = stay;
    // Several rooms, also of one type and in any order.
    const rooms = Array.from({ length: between(draw, 2, 4) }, () => ({
      roomType: roomType === '21' ? '21' : pick(draw, ['11', '12']),
    }));
    const bookedTogether = async (input: Parameters<typeof scene.bookParty>[0]['input'], name: string) => {
      const outcome = await scene.bookParty({ input: { billedTo, ...input }, caller: SHOP, network });
      if (outcome.kind === 'created') bookings.push(...outcome.bookingIds);
      return `${name}: ${outcome.kind}`;
    };
    switch (draw(18)) {
      case 14:
      case 15:
        return bookedTogether({ ...dates, rooms, kind: oneIn(draw, 5) ? 'REQUEST' : 'BINDING' }, 'party');
      case 16: {
        const asked = {
          ...dates,
          minutes: between(draw, 1, 30),
          rooms: rooms.map((room) => ({ ...room, programs: [] })),
        };
        const outcome = await scene.holdParty({ input: asked, caller: SHOP, network });
        if (outcome.kind === 'held') partyHolds.push({ id: outcome.id, input: { ...dates, rooms } });
        return `party hold: ${outcome.kind}`;
      }
      case 17: {
        const hold = partyHolds.length === 0 ? null : pick(draw, partyHolds.slice(-RECENT));
        if (hold === null) return 'party use: none';
        if (oneIn(draw, 3)) return `party release: ${(await scene.release(hold.id, SHOP)).kind}`;
        return bookedTogether({ ...hold.input, kind: 'BINDING', hold: hold.id }, 'party use');
      }
      case 0:
      case 1:
        return booked({ ...stay, kind: 'BINDING' }, 'booking');
      case 2:
        return booked({ ...stay, kind: 'REQUEST' }, 'request');
      case 3:
      case 4:
        // Some are asked for again.
        if (!oneIn(draw, 4)) bookings.splice(bookings.indexOf(id), 1);
        return (await scene.cancel(id, { isParty: oneIn(draw, 2) })).kind;
      case 12:
      case 13: {
        const { hotel: _, ...moved } = stay;
        const quoted = await scene.quoteChange(id, { stay: moved as never }, { caller: CALLERS.operator });
        if (quoted.kind !== 'changeQuoted') return `change: ${quoted.kind}`;
        const change = { stay: moved as never, expectedTotal: quoted.after.amountMinor };
        return `change: ${(await scene.alter(id, change, { caller: CALLERS.operator })).kind}`;
      }
      case 5:
        return (await scene.confirm(id, { takeRooms: !oneIn(draw, 4) })).kind;
      case 6:
        return (await scene.decline(id)).kind;
      case 7:
      case 8: {
        const asked = {
          input: { ...stay, minutes: between(draw, 1, 30) },
          caller: SHOP,
          network,
        };
        const outcome = await scene.hold(asked);
        if (outcome.kind === 'held') holds.push({ id: outcome.id, input: stay });
        return `hold: ${outcome.kind}`;
      }
      case 9: {
        const hold = holds.length === 0 ? null : pick(draw, holds.slice(-RECENT));
        return hold ? booked({ ...hold.input, kind: 'BINDING', hold: hold.id }, 'use') : 'use: none';
      }
      case 10: {
        const hold = holds.length === 0 ? null : pick(draw, holds.slice(-RECENT));
        return hold ? `release: ${(await scene.release(hold.id, SHOP)).kind}` : 'release: none';
      }
      default: {
        const { database: one, epochs } = scene;
        // Where nearly every room is sold, fewer rooms are always refused.
        const isWhole = oneIn(draw, 3);
        const changes = ['21', '12', '11'].map((number) => {
          const from = arrival - draw(4);
          const units = isWhole ? MOST_UNITS : draw(MOST_UNITS);
          return { roomType: number, from, to: from + draw(10), units, closed: oneIn(draw, 6) };
        });
        const asked = { database: one, epochs, caller: CALLERS.everywhere, today: TODAY, now: scene.clock.now() };
        return (await updateInventory({ ...asked, changes })).kind;
      }
    }
  };

  const bringRooms = async (): Promise<string> => {
    const inventory = catalogue.inventory!.map((entry) => ({ ...entry, units: MOST_UNITS - draw(4) }));
    const outcome = await importCatalogue({
      database: rivals[0]!,
      source: { ...catalogue, inventory } as never,
      clock: scenes[0]!.clock,
    });
    if (!outcome.ok) expect(new Set(outcome.problems.map(({ code }) => code))).toEqual(new Set(['BELOW_SOLD']));
    return `import: ${outcome.ok ? 'made' : 'refused'}`;
  };
  const lanes = Array.from({ length: LANES }, async () => {
    // What is rare may not have happened yet.
    while (begun < ACTS || (begun < 5 * ACTS && USUAL.some((kind) => counts[kind] === undefined))) {
      const index = begun++;
      if (oneIn(draw, 20)) passTime();
      const kind = index % IMPORT_EVERY === 0 ? await bringRooms() : await retryRequest(() => act(index));
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  });
  let checks = 0;
  const watching = (async () => {
    while (!isOver) {
      const now = millis;
      const wrong = await wrongNights(database, now);
      // Else whoever was later may have sold what was held then.
      if (now !== millis) continue;
      expect(wrong).toEqual([]);
      checks++;
    }
  })();
  await Promise.all(lanes);
  isOver = true;
  await watching;
  expect(await wrongNights(database, millis)).toEqual([]);
  expect(await disagreementsOf(database, null)).toEqual([]);
  const open = await database.prisma.stayHold.count({
    where: { releasedAt: null, expiresAt: { gt: new Date(millis) } },
  });
  say('capacity, everything mixed', {
    seed: SEED,
    acts: ACTS,
    checks,
    bookings: bookings.length,
    holds: holds.length,
    open,
    counts,
  });
  expect((isSoak ? [...USUAL, ...RARE] : USUAL).filter((kind) => counts[kind] === undefined)).toEqual([]);
});
