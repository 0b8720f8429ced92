/** What O1 has measured, and its targets. */
import { figure, markdownTable } from '../report/table.ts';
import type { Target } from '../report/target.ts';
import { type OfferSearchFigures, WHOLE_CATALOGUE } from './searches.ts';

/** The searches of one catalogue, or of several, as a table. */
export function offersTable(figures: readonly OfferSearchFigures[]): string {
  const header = ['catalogue', 'search', 'offers', 'gateway, cpu ms', 'plain SQL, cpu ms', 'times', 'slowest ms'];
  const rows = figures.map(({ database, says, offers, gatewayMs, sqlMs, slowestMs }) => [
    ...[database, says, String(offers), figure(gatewayMs), figure(sqlMs)],
    figure(gatewayMs === null || sqlMs === null ? null : sqlMs / gatewayMs),
    figure(slowestMs),
  ]);
  return markdownTable(header, rows);
}

export function offersSection(figures: readonly OfferSearchFigures[]): string {
  return `## O1: offers\n\n${offersTable(figures)}\n\nOne client, two weeks ahead, rooms for two, a page of 20 with names, prices line by line and counts; caches are warm, the response store is off, and no search was asked before but the one whose second page is read. The plain SQL is one statement on one process of PostgreSQL, whose time is counted; it finds the same offers with their totals, and nothing else of them. Wishes are searches of visit types by text, each with words that were not searched for before.`;
}

/** The targets, which are about the large catalogue. */
export function* offersTargets(figures: readonly OfferSearchFigures[]): Generator<Target> {
  const large = figures.filter(({ database }) => database === 'large');
  for (const { database, says, mostMs, gatewayMs } of large) {
    yield {
      ...(says === WHOLE_CATALOGUE
        ? { headline: `A search for offers in the whole catalogue, processor time, of ${mostMs} ms` }
        : {}),
      says: `O1 ${database}: store off, processor time of a search for offers (${says}), of ${mostMs} ms`,
      bound: { atMost: 1 },
      judgedBy: 'cpu',
      reached: `${figure(gatewayMs)} ms`,
      ratio: null,
      byCpu: gatewayMs === null ? null : gatewayMs / mostMs,
    };
  }
  for (const { database, says, gatewayMs, sqlMs } of large.filter((one) => one.sqlMs !== null)) {
    yield {
      says: `O1 ${database}: store off, offers (${says}), times plain SQL`,
      bound: { atLeast: 8 },
      judgedBy: 'cpu',
      reached: `${figure(gatewayMs)} and ${figure(sqlMs)} ms`,
      ratio: null,
      byCpu: gatewayMs === null || sqlMs === null ? null : sqlMs / gatewayMs,
    };
  }
}
