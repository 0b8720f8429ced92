/**
 * Random stays to quote: a scene, a room, dates and loyalty programs, and the quote of the rules. One stay in eight is
 * a tiny package, almost free after promotions, where rounding matters most.
 */
import type { Currency } from '../../../src/domain/pricing/money.ts';
import { type Quote, quoteStay } from '../../../src/domain/pricing/quote.ts';
import type { Unpriced } from '../../../src/domain/pricing/stay-prices.ts';
import { candidatesOf, stayOf } from '../oracle/domain-from-catalogue.ts';
import { nightsOfStay, plusDays } from '../oracle/oracle-dates.ts';
import { type Combination, combinations, type OracleScene } from '../oracle/oracle-scope.ts';
import { between, type Draw, oneIn, pick } from './random/random-draw.ts';
import { drawnScene, drawnStay } from './random/random-scene.ts';

export interface Case {
  scene: OracleScene;
  combination: Combination;
  stay: { dateFrom: string; dateTo: string };
  /** Loyalty program per guest position, from the first. */
  programIds: (number | null)[];
}

/** A small package whose nights are divided among promotions of about 100 %: each of their lines rounds up. */
function nearlyFreeStay(draw: Draw, { today }: OracleScene, { visitType, roomType }: Combination): Case['stay'] {
  const nights = between(draw, 2, 8);
  const rate = { roomTypeId: roomType.id, from: today, to: plusDays(today, 20), amount: between(draw, 1, 30) / 100 };
  visitType.priceLists = [{ id: 1, kind: 'PER_VISIT', nights, quotedPer: 'ROOM', currency: 'CZK', rates: [rate] }];
  let start = 0;
  visitType.promotions = visitType.promotions.map((promotion) => {
    const from = start;
    start += between(draw, 1, 4);
    return {
      ...promotion,
      percentage: pick(draw, [100, 99.99]),
      validFrom: plusDays(today, from),
      validTo: plusDays(today, start),
    };
  });
  return { dateFrom: today, dateTo: plusDays(today, nights) };
}

/** A stay in some room, with programs presented by the first two guests. */
export function drawnCase(draw: Draw): Case {
  const scene = drawnScene(draw);
  const combination = pick(draw, combinations(scene, {}));
  const programs = [null, ...scene.catalogue.loyaltyPrograms.map(({ id }) => id)];
  return {
    scene,
    combination,
    stay: oneIn(draw, 8) ? nearlyFreeStay(draw, scene, combination) : drawnStay(draw, scene, combination.visitType),
    programIds: [pick(draw, programs), oneIn(draw, 3) ? pick(draw, programs) : null],
  };
}

/** The quote of the rules for that stay. */
export function quoteOf({ scene, combination, stay, programIds }: Case, currency: Currency): Quote | Unpriced {
  const [candidate] = candidatesOf(scene, [combination]);
  const { book, room, promotions } = candidate!;
  const loyalty = programIds.flatMap((programNumber, index) => {
    const program = scene.catalogue.loyaltyPrograms.find(({ id }) => id === programNumber);
    if (!program) return [];
    return [{ guest: index + 1, programNumber: program.id, basisPoints: Math.round(program.percentage * 100) }];
  });
  return quoteStay({ book, room, currency, stay: stayOf(stay), promotions, loyalty });
}

/** Whether every night lies between today and the last night on sale. */
export function isSellable({ scene, stay }: Case): boolean {
  return nightsOfStay(stay).every((night) => scene.today <= night && night <= scene.lastNight);
}
