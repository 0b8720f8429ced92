/** The targets that are not a race of one workload: the search, bookings, memory, the start, and a second process. */
import type { BookingFigures } from '../bookings/booking-race.ts';
import type { ChangeFigures } from '../bookings/change-race.ts';
import type { Extras } from '../extras.ts';
import type { Measured } from '../measured.ts';
import type { SearchFigures } from '../races/first-bookable.ts';
import { figure } from './table.ts';
import type { Target } from './target.ts';

const MOST_MEGABYTES = 450;
/** The share of the memory after the walk that may be left once nobody has asked for a minute. */
const MOST_KEPT_IN_IDLENESS = 0.5;
const MOST_START_MS = { small: 1_000, large: 1_500 } as const;
const LEAST_OF_BARE_SQL = 0.65;
/** A second process costs cores, and must not cost more of them for each request. */
const MOST_CPU_OF_TWO = 1.1;

/** `cores` are those of the machine. */
export function* generalTargets({ search, bookings, changes, extras }: Measured, cores: number): Generator<Target> {
  yield* searchTargets(search);
  yield* bookingTargets(bookings?.figures ?? null);
  yield changeTarget(changes);
  for (const one of extras) yield* extraTargets(one, cores);
}

function* searchTargets(search: readonly SearchFigures[] | null): Generator<Target> {
  const named = { says: 'G5 in process: time, times a sliding scan (the worst of all)', bound: { atMost: 3 } };
  const linear = {
    says: 'G5 in process: time with the longest shortest stay, times the shortest',
    bound: { atMost: 1.5 },
  };
  if (!search) {
    yield { ...named, reached: '', ratio: null, byCpu: null };
    yield { ...linear, reached: '', ratio: null, byCpu: null };
    return;
  }
  const times = ({ gatewayMicros, scanMicros }: SearchFigures) => gatewayMicros / scanMicros;
  const worst = search.toSorted((a, b) => times(b) - times(a))[0]!;
  yield {
    ...named,
    reached: `${figure(worst.gatewayMicros)} and ${figure(worst.scanMicros)} us (${worst.minimumNights} nights, ${worst.roomTypes} room types)`,
    ratio: times(worst),
    byCpu: null,
  };
  const rooms = Math.max(...search.map(({ roomTypes }) => roomTypes));
  const byNights = search
    .filter(({ roomTypes }) => roomTypes === rooms)
    .toSorted((a, b) => a.minimumNights - b.minimumNights);
  const [shortest, longest] = [byNights.at(0)!, byNights.at(-1)!];
  yield {
    ...linear,
    reached: `${figure(longest.gatewayMicros)} us (${longest.minimumNights} nights) and ${figure(shortest.gatewayMicros)} us (${shortest.minimumNights} nights)`,
    ratio: longest.gatewayMicros / shortest.gatewayMicros,
    byCpu: null,
  };
}

function* bookingTargets(figures: readonly BookingFigures[] | null): Generator<Target> {
  if (!figures) {
    yield {
      ...{ says: 'B1: bookings, of the bare SQL', bound: { atLeast: LEAST_OF_BARE_SQL } },
      ...{ reached: '', ratio: null, byCpu: null },
    };
    return;
  }
  for (const { rooms, clients, gateway, bareSql } of figures) {
    yield {
      says: `B1 ${inRooms(rooms)}, ${clients} clients: bookings, of the bare SQL`,
      ...(rooms > 1 && clients === 16 ? { headline: 'Bookings by 16 clients, of bare SQL without a gateway' } : {}),
      bound: { atLeast: LEAST_OF_BARE_SQL },
      reached: `${figure(gateway.perSecond)} and ${figure(bareSql.perSecond)} bookings/s`,
      ratio: gateway.perSecond / bareSql.perSecond,
      byCpu: null,
    };
  }
  for (const { rooms, clients, gateway } of figures) {
    const fewer = figures.find((one) => one.rooms === rooms && one.clients === 16);
    if (clients !== 64 || !fewer) continue;
    yield {
      says: `B1 ${inRooms(rooms)}: bookings at 64 clients, of those at 16`,
      bound: { atLeast: 1 },
      reached: `${figure(gateway.perSecond)} and ${figure(fewer.gateway.perSecond)} bookings/s`,
      ratio: gateway.perSecond / fewer.gateway.perSecond,
      byCpu: null,
    };
  }
}

function changeTarget(figures: ChangeFigures | null): Target {
  const [changed, booked] = [figures?.changes.perSecond, figures?.bookings.perSecond];
  return {
    says: 'B2: stays moved a day by 16 clients beside 16 that book, of bookings in their place',
    bound: { atLeast: 0.7 },
    reached: changed === undefined || booked === undefined ? '' : `${figure(changed)} and ${figure(booked)} a second`,
    ratio: changed === undefined || booked === undefined ? null : changed / booked,
    byCpu: null,
  };
}

function inRooms(rooms: number): string {
  return rooms === 1 ? 'in one room' : `in ${rooms} rooms`;
}

function* extraTargets({ database, memory, processes, firstAnswerMs }: Extras, cores: number): Generator<Target> {
  if (memory) {
    const { walk, endMb, mostMb, idleMb } = memory;
    yield {
      says: `memory after a walk through the ${database} catalogue, of ${MOST_MEGABYTES} MB`,
      bound: { atMost: 1 },
      reached: `${figure(endMb)} MB, at most ${figure(mostMb)} MB on the way (${walk.requests} requests, ${figure(walk.megabytes)} MB of answers)`,
      ratio: endMb === null ? null : endMb / MOST_MEGABYTES,
      byCpu: null,
    };
    yield {
      says: `memory after a minute of idleness, of that after the walk through the ${database} catalogue`,
      bound: { atMost: MOST_KEPT_IN_IDLENESS },
      reached: `${figure(idleMb)} and ${figure(endMb)} MB`,
      ratio: endMb === null || idleMb === null ? null : idleMb / endMb,
      byCpu: null,
    };
  }
  const mostStartMs = MOST_START_MS[database];
  yield {
    says: `first answer after the start on the ${database} catalogue, of ${mostStartMs / 1_000} s`,
    bound: { atMost: 1 },
    reached: `${figure(firstAnswerMs / 1_000)} s`,
    ratio: firstAnswerMs / mostStartMs,
    byCpu: null,
  };
  const { one, two } = processes;
  yield {
    says: `G1 ${database}: store off, processor time a request with two processes, times one`,
    bound: { atMost: MOST_CPU_OF_TWO },
    judgedBy: 'cpu',
    reached: `${figure(two.perSecond)} and ${figure(one.perSecond)} req/s on ${cores} cores`,
    ratio: two.perSecond / one.perSecond,
    byCpu: two.cpuMicros === null || one.cpuMicros === null ? null : two.cpuMicros / one.cpuMicros,
  };
}
