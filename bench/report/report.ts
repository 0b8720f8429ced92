/** The report: every figure with its reference. */
import type { BookingResult } from '../bookings/booking-race.ts';
import { deliverySection } from '../bookings/deliveries-report.ts';
import { livingSections } from '../living/report.ts';
import { subscriptionSection } from '../living/subscription-report.ts';
import { manySection } from '../many/report.ts';
import type { Measured, MeasuredWorkload } from '../measured.ts';
import { offersSection } from '../offers/report.ts';
import { pagesSection } from '../pages/report.ts';
import type { SearchFigures } from '../races/first-bookable.ts';
import type { Measurement } from '../races/load.ts';
import { FEW_CONNECTIONS, LARGE_BYTES } from '../races/race.ts';
import type { UpdatedPage } from '../races/updated-pages.ts';
import { runtimesSection } from '../runtimes/report.ts';
import { costsSection } from '../strangers/costs-report.ts';
import { strangersSection } from '../strangers/report.ts';
import { chartsSection } from './charts.ts';
import { missedList, screenOf, targetsTable } from './summary.ts';
import { figure, markdownTable } from './table.ts';
import { targetsOf } from './targets.ts';

/** A contestant that uses less than this of a core could do more. */
const BUSY = 0.95;

const CONTESTANTS = [
  'gateway: as `npm start` serves it, with a key, `LOG_LEVEL=error`, without a rate limit, with `MALLOC_ARENA_MAX=2` as in the image; `RESPONSE_STORE_MB` 0 (store off) and 64 (store on). Its stores in memory are warm.',
  'floor: bare `node:http` that answers with the finished bytes of the gateway',
  "mercurius: with graphql-jit over the gateway's Prisma client, plain resolvers with batching loaders, prices computed from rows in each request; no keys, no limits, no caches",
  "mercurius-stores: with graphql-jit over the gateway's own schema and stores in memory; no keys, no limits",
  'postgraphile: PostGraphile 5 with its Amber preset on the same database, on the plain part of a workload',
];

/** The whole report in Markdown. */
export function reportOf(measured: Measured): string {
  const {
    settings,
    databases,
    search,
    bookings,
    many,
    subscriptions,
    deliveries,
    strangers,
    costs,
    updatedPages,
    offers,
    pages,
    runtimes,
    missing,
    reasons,
  } = measured;
  const targets = [...targetsOf(measured)];
  const sections = [
    screenOf(measured, targets).trim(),
    chartsSection(measured),
    `## Targets\n\n${missedList(targets)}All of them; the two figures of a line are those that its ratio is made of.\n\n${targetsTable(targets)}`,
    reasons && `## Reasons\n\n${reasons}`,
    `## How it was measured\n\nEach figure is the median of ${settings.rounds === 1 ? 'one round' : `${settings.rounds} rounds`} of ${settings.seconds} s, contestants in turn, ${settings.connections} connections (${FEW_CONNECTIONS} where the answer is larger than ${LARGE_BYTES / 1_000_000} MB), load by autocannon in one process on the same machine. All contestants of a workload answered with equal content before and after. The ratios say how often as many requests per second the gateway answers, without its response store and with it. \`cpu us\` is processor time of the contestant's process for one request: it does not depend on how fast the load generator is. \`cores\` is how much of a core that process used while it was asked: well below 1 it waited, for the database or for the load generator.`,
    `Contestants:\n\n${CONTESTANTS.map((line) => `- ${line}`).join('\n')}`,
    ...databases.map(({ name }) => `## On the ${name} catalogue\n\n${workloadsTable(measured.workloads, name)}`),
    plainReads(measured.workloads),
    generatorSection(measured.workloads),
    search && `## The search for the first bookable month, in process\n\n${searchTable(search)}`,
    bookings && bookingSection(bookings),
    many && manySection(many),
    subscriptions.length > 0 && subscriptionSection(subscriptions),
    deliveries.length > 0 && deliverySection(deliveries),
    strangers.length > 0 && strangersSection(strangers),
    costs.length > 0 && costsSection(costs),
    offers.length > 0 && offersSection(offers),
    updatedPages.length > 0 && updatedPagesSection(updatedPages),
    ...livingSections(measured),
    pages && pagesSection(pages),
    runtimes.length > 0 && runtimesSection(runtimes),
    missing.length > 0 && `## Left out\n\n${missing.map((line) => `- ${line.replaceAll('\n', ' ')}`).join('\n')}`,
  ];
  return `${sections.filter((section) => section).join('\n\n')}\n`;
}

/** Workloads as lines for the terminal during a run. */
export function workloadsTable(workloads: readonly MeasuredWorkload[], database: string): string {
  const rows = workloads
    .filter((one) => one.database === database)
    .flatMap(({ workload, results }) => {
      const [off, on] = results;
      return results.map(({ contestant, measurement }, index) => [
        index === 0 ? workload.id : '',
        contestant,
        figure(measurement.perSecond),
        figure(measurement.p50Ms),
        figure(measurement.p99Ms),
        figure(measurement.cpuMicros),
        figure(coresOf(measurement)),
        index < 1 ? '' : figure(off!.measurement.perSecond / measurement.perSecond),
        index < 2 ? '' : figure(on!.measurement.perSecond / measurement.perSecond),
      ]);
    });
  const titles = workloads
    .filter((one) => one.database === database)
    .map(({ workload: { id, title }, bytes }) => `- ${id}: ${title} (${Math.ceil(bytes / 1_000)} kB)`);
  const header = ['', 'contestant', 'req/s', 'p50 ms', 'p99 ms', 'cpu us', 'cores', 'store off', 'store on'];
  return `${markdownTable(header, rows)}\n\n${titles.join('\n')}`;
}

function plainReads(workloads: readonly MeasuredWorkload[]): string {
  const says = new Map(workloads.map(({ workload: { id, plainRead } }) => [id, plainRead?.says]));
  const lines = [...says].flatMap(([id, text]) => (text ? [`- ${id}: ${text}`] : []));
  return lines.length > 0 ? `PostGraphile is asked for the plain rows only:\n\n${lines.join('\n')}` : '';
}

/** Where the floor was not busy, the load generator was the limit. */
function generatorSection(workloads: readonly MeasuredWorkload[]): string {
  const spare = workloads.flatMap(({ database, workload, results }) => {
    const floor = results.find(({ contestant }) => contestant === 'floor');
    const cores = floor ? coresOf(floor.measurement) : null;
    return cores !== null && cores < BUSY ? [`${workload.id} ${database} (${figure(cores)})`] : [];
  });
  if (spare.length === 0) return '';
  return `The floor used less than ${BUSY} of a core, so that the load generator was what held it up, in ${spare.join(', ')}. There the ratio by processor time says more than that by requests per second.`;
}

/** The share of a core that a contestant used; null: not known. */
function coresOf({ cpuMicros, perSecond }: Measurement): number | null {
  return cpuMicros === null ? null : (cpuMicros * perSecond) / 1e6;
}

function searchTable(search: readonly SearchFigures[]): string {
  const header = ['minimum nights', 'room types', 'gateway us', 'sliding scan us', 'times the scan'];
  return markdownTable(
    header,
    search.map(({ minimumNights, roomTypes, gatewayMicros, scanMicros }) => [
      String(minimumNights),
      String(roomTypes),
      figure(gatewayMicros),
      figure(scanMicros),
      figure(gatewayMicros / scanMicros),
    ]),
  );
}

function updatedPagesSection(pages: readonly UpdatedPage[]): string {
  const header = ['catalogue', 'page', 'store off, cpu ms', 'store on, cpu ms', 'on of off'];
  const rows = pages.map(({ database, workload, ms: [off = null, on = null] }) => [
    database,
    workload,
    figure(off),
    figure(on),
    figure(off === null || on === null ? null : on / off),
  ]);
  return `## P: a page after an update of the prices of one of its visit types\n\n${markdownTable(header, rows)}\n\nOne client asks once after each update. Without a store the whole page is computed; with one, the records of R1 and R4 that the update has changed.`;
}

function bookingSection({ figures, statements, bookings }: BookingResult): string {
  const header = ['rooms', 'clients', 'contestant', 'bookings/s', 'p50 ms', 'p99 ms', 'cpu us', 'of the bare SQL'];
  const rows = figures.flatMap(({ rooms, clients, gateway, bareSql }) =>
    [
      { name: 'gateway', figures: gateway, share: figure(gateway.perSecond / bareSql.perSecond) },
      { name: 'bare SQL', figures: bareSql, share: '' },
    ].map(({ name, figures: { perSecond, p50Ms, p99Ms, cpuMicros }, share }) => [
      ...(share === '' ? ['', ''] : [String(rooms), String(clients)]),
      name,
      ...[perSecond, p50Ms, p99Ms, cpuMicros].map(figure),
      share,
    ]),
  );
  const held = figures
    .filter(({ clients }) => clients === 64)
    .map(({ rooms, gateway }) => {
      const fewer = figures.find((one) => one.rooms === rooms && one.clients === 16)!;
      return `${rooms === 1 ? 'one room' : `${rooms} rooms`}: ${figure(gateway.perSecond / fewer.gateway.perSecond)}`;
    });
  return `## B1: bookings per second\n\n${markdownTable(header, rows)}\n\nThe bare SQL is the ${statements} statements of one of the gateway's own bookings, sent again by \`pg\` alone over a pool of the same size, in the same two portions, without HTTP. Throughput of the gateway at 64 clients as a part of that at 16: ${held.join(', ')}. Afterwards ${bookings} bookings were in the database; every night was sold as often as it was booked, and each stay at one price.`;
}
