/**
 * Random holds, releases, bookings with and without holds and the passing of time (S13), against a model that knows single nights and
 * nothing of SQL, caches or epochs.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dependencies } from '../../../src/data/cache/dependencies.ts';
import { ExpiringEpochs } from '../../../src/data/cache/expiring-epochs.ts';
import { createCapacityCache, createCapacityLoader } from '../../../src/data/reads/capacity.ts';
import type { Clock } from '../../../src/domain/time/clock.ts';
import { BOOKING, day, type FreshScene, freshScene, NOON } from '../../support/booking/booking-scene.ts';

const TODAY = day('2026-03-02');
const FIRST = day('2026-05-04');
const NIGHTS = 6;
/** How many rooms room type 12 has. */
const UNITS = 2;
const MINUTE = 60_000;

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterAll(() => scene?.close());

interface ModelHold {
  readonly id: string;
  readonly nights: readonly number[];
  readonly end: number;
  state: 'open' | 'used' | 'released';
}

class Model {
  now = NOON;
  readonly holds: ModelHold[] = [];
  readonly sold = new Map<number, number>();

  isOpen(hold: ModelHold): boolean {
    return hold.state === 'open' && this.now < hold.end;
  }
  left(night: number): number {
    const held = this.holds.filter((hold) => this.isOpen(hold) && hold.nights.includes(night)).length;
    return UNITS - (this.sold.get(night) ?? 0) - held;
  }
  full(nights: readonly number[]): number | undefined {
    return nights.find((night) => this.left(night) < 1);
  }
  sell(nights: readonly number[]): void {
    for (const night of nights) this.sold.set(night, (this.sold.get(night) ?? 0) + 1);
  }
}

const stay = fc
  .tuple(fc.integer({ min: 0, max: NIGHTS - 1 }), fc.integer({ min: 1, max: 3 }))
  .map(([from, length]) => ({ from: FIRST + from, to: FIRST + Math.min(NIGHTS, from + length) }));
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('hold' as const), stay, minutes: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('use' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('book' as const), stay }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 * MINUTE }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('untilEnd' as const), which: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function nightsOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

async function take(model: Model, one: Step): Promise<void> {
  const guests = BOOKING.guests.slice(0, 1);
  const some = 'which' in one && model.holds.length > 0 ? model.holds[one.which % model.holds.length]! : null;
  if (one.do === 'wait') model.now += one.ms;
  else if (one.do === 'untilEnd') model.now = Math.max(model.now, some?.end ?? 0);
  else if (one.do === 'hold' || one.do === 'book') {
    const nights = nightsOf(one.stay);
    const full = model.full(nights);
    const input = { roomType: '12', arrival: one.stay.from, departure: one.stay.to };
    const isHold = one.do === 'hold';
    const outcome = isHold
      ? await scene.hold({ input: { ...input, minutes: one.minutes } })
      : await scene.book({ input: { ...input, guests } });
    const done = isHold ? { kind: 'held' } : { kind: 'created' };
    expect(outcome).toMatchObject(full === undefined ? done : { kind: 'noCapacity', firstNight: full });
    if (outcome.kind === 'held') model.holds.push({ id: outcome.id, nights, end: outcome.expiresAt, state: 'open' });
    if (outcome.kind === 'created') model.sell(nights);
  } else if (some && one.do === 'release') {
    const outcome = await scene.release(some.id);
    expect(outcome).toMatchObject({ kind: some.state === 'used' ? 'notFound' : 'released' });
    if (model.isOpen(some)) some.state = 'released';
  } else if (some) {
    const input = {
      roomType: '12',
      arrival: some.nights[0]!,
      departure: some.nights.at(-1)! + 1,
      guests,
      hold: some.id,
    };
    const outcome = await scene.book({ input });
    expect(outcome).toMatchObject({ kind: model.isOpen(some) ? 'created' : 'notFound' });
    if (outcome.kind !== 'created') return;
    some.state = 'used';
    model.sell(some.nights);
  }
  scene.clock.millis = model.now;
}

test('S13: whatever is held, used, released and expires, bookings, holds and the cached capacity agree with single nights', async () => {
  const clock: Clock = { now: () => scene.clock.millis };
  const room = { number: 12, hotelNumber: 1 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await database.prisma.booking.deleteMany();
      await database.prisma.stayHold.deleteMany();
      await database.prisma.$executeRaw`UPDATE inventory_night SET sold = 0, held = NULL WHERE room_type_number = 12`;
      const model = new Model();
      scene.clock.millis = model.now;
      const epochs = new ExpiringEpochs(scene.epochs, { clock, schedule: () => () => {} });
      const cache = createCapacityCache();
      for (const one of steps) {
        await take(model, one);
        const dependencies = new Dependencies(epochs);
        const loader = createCapacityLoader({ database, cache, dependencies, today: TODAY, epochs });
        const left = await loader.load(room, { from: FIRST, to: FIRST + NIGHTS - 1 });
        const nights = nightsOf({ from: FIRST, to: FIRST + NIGHTS });
        expect(nights.map((night) => left[night - TODAY] ?? 0)).toEqual(nights.map((night) => model.left(night)));
      }
      const stored = await database.prisma.$queryRaw<{ night: number; sold: number }[]>`
        SELECT night - DATE '1970-01-01' AS night, sold FROM inventory_night WHERE room_type_number = 12 AND sold > 0`;
      expect(new Map(stored.map(({ night, sold }) => [night, sold]))).toEqual(
        new Map([...model.sold].sort(([one], [other]) => one - other)),
      );
    }),
    { numRuns: 60 },
  );
});
