/** What the report says about a living catalogue. */
import { figure, markdownTable } from '../report/table.ts';
import type { LivingResult, Phase } from './reading-race.ts';
import type { UpdateFigures } from './update-race.ts';

export const PHASES: Readonly<Record<Phase, string>> = {
  quiet: 'quiet',
  rates1: '1 price update/s',
  rates10: '10 price updates/s',
  inventory20: '20 updates of rooms/s',
  inventory50: '50 updates of rooms/s',
};

/** L1 as lines, for the terminal as well. */
export function readersTable(results: readonly LivingResult[]): string {
  const rows = results.flatMap(({ database, figures }) =>
    figures.flatMap(({ contestant, phases }, place) => {
      const quiet = phases[0]!.measurement;
      return phases.map(({ phase, measurement: { perSecond, p50Ms, p99Ms, cpuMicros } }, index) => [
        place + index === 0 ? database : '',
        index === 0 ? contestant : '',
        PHASES[phase],
        ...[perSecond, p50Ms, p99Ms, cpuMicros].map(figure),
        index === 0 ? '' : figure(perSecond / quiet.perSecond),
        index === 0 ? '' : figure(p99Ms / quiet.p99Ms),
      ]);
    }),
  );
  const header = [
    '',
    'contestant',
    'catalogue',
    'req/s',
    'p50 ms',
    'p99 ms',
    'cpu us',
    'of quiet req/s',
    'times quiet p99',
  ];
  return markdownTable(header, rows);
}

/** L2 as lines, for the terminal as well. */
export function updatesTable(results: readonly UpdateFigures[]): string {
  const rows = results.flatMap(({ database, rates, inventory: { nights, gateway, bareSql } }) =>
    [
      { what: 'updateRates, 30 nights of a room', measurement: rates },
      { what: `updateInventory, ${nights} nights`, measurement: gateway },
      { what: `bare UPDATE of the same ${nights}`, measurement: bareSql },
    ].map(({ what, measurement: { perSecond, p50Ms, p99Ms, cpuMicros } }, index) => [
      index === 0 ? database : '',
      what,
      ...[perSecond, p50Ms, p99Ms, cpuMicros].map(figure),
    ]),
  );
  return markdownTable(['', 'one client', 'updates/s', 'p50 ms', 'p99 ms', 'cpu us'], rows);
}

export function livingSections({
  living,
  updates,
}: {
  living: readonly LivingResult[];
  updates: readonly UpdateFigures[];
}): string[] {
  const made = living.map(({ database, updates: count }) => `${count} on the ${database} catalogue`).join(', ');
  return [
    ...(living.length > 0
      ? [
          `## L1: mixed reads while the catalogue changes\n\n${readersTable(living)}\n\n7 of 10 reads are calendars of 62 days of a random visit type, 3 are pages of 20 visit types at random places, over the whole catalogue; each connection has reads of its own. A price update changes 30 nights of a room of a visit type that some of the calendars show, an update of rooms 30 nights of a room of theirs. The measured gateway makes them itself (for the rivals, the gateway does), and its processor time includes them. Updates made: ${made}. All contestants gave equal answers before and after. PostGraphile is asked for the plain rows, as in G1 and G3.`,
        ]
      : []),
    ...(updates.length > 0
      ? [
          `## L2: updates by one client\n\n${updatesTable(updates)}\n\nThe client waits for each answer, and each update changes every night that it names. The bare \`UPDATE\` is one prepared statement by \`pg\`, committed by itself, in turn with the gateway.`,
        ]
      : []),
  ];
}
