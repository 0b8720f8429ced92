/**
 * The stays that can be had from a date, by brute force: every length is asked for its price as `/price` is, and every night for a
 * room. Why nothing can be booked follows from the stays.
 */
import { datesFromTo, plusDays } from './oracle-dates.ts';
import { ORACLE_CURRENCIES, type OracleCurrency } from './oracle-file.ts';
import { answerPrice } from './oracle-price.ts';
import { type Combination, type OracleScene, remainingUnits } from './oracle-scope.ts';

export interface OracleStay {
  nights: number;
  departure: string;
  availability: 'AVAILABLE' | 'ON_DEMAND';
  /** Decimal amounts. */
  totals: Partial<Record<OracleCurrency, number>>;
}

/** A few lengths beyond the longest are tried, too. */
const BEYOND = 8;

export function staysFrom(scene: OracleScene, { visitType, roomType }: Combination, date: string): OracleStay[] {
  const stays: OracleStay[] = [];
  for (let nights = 1; nights <= visitType.nightsMax + BEYOND; nights++) {
    const departure = plusDays(date, nights);
    const question = { visitTypeId: visitType.id, roomTypeId: roomType.id, dateFrom: date, dateTo: departure };
    const answer = answerPrice(scene, question);
    if (answer.status !== 200) continue;
    const totals: OracleStay['totals'] = {};
    for (const currency of ORACLE_CURRENCIES) {
      const amount = answer.prices[currency]?.amount;
      if (amount !== undefined) totals[currency] = amount;
    }
    const slept = datesFromTo({ from: date, to: plusDays(departure, -1) });
    const hasRoom = slept.every((night) => remainingUnits(scene, roomType.id, night) > 0);
    stays.push({ nights, departure, availability: hasRoom && !visitType.onDemand ? 'AVAILABLE' : 'ON_DEMAND', totals });
  }
  return stays;
}

/** Why nothing can be booked on a date on which a stay of each of the combinations can start. */
export function doubtsOn(scene: OracleScene, startable: readonly Combination[], date: string): string[] {
  const offers = startable.map((combination) => ({ combination, stays: staysFrom(scene, combination, date) }));
  if (offers.some(({ stays }) => stays.some(({ availability }) => availability === 'AVAILABLE'))) return [];
  const had = offers.filter(({ stays }) => stays.length > 0);
  if (had.length === 0) return ['NO_STAY_PRICED'];
  const onRequest = had.some(({ combination }) => combination.visitType.onDemand) ? ['ON_REQUEST'] : [];
  return had.some(({ combination }) => !combination.visitType.onDemand) ? [...onRequest, 'SOLD_OUT'] : onRequest;
}
