/**
 * Random scenes for properties of the rules: a tiny catalogue, a caller, a day, some units sold, and a question, all
 * drawn from one sequence of bytes that fast-check generates, prints and shrinks.
 */
import fc from 'fast-check';
import { laterOf, plusDays } from '../../oracle/oracle-dates.ts';
import type { FileVisitType } from '../../oracle/oracle-file.ts';
import { type OracleScene, sceneOf } from '../../oracle/oracle-scope.ts';
import { type CatalogueSize, drawnCatalogue, drawnSales, TINY } from './random-catalogue.ts';
import { around, between, type Draw, drawFromBytes, oneIn, pick } from './random-draw.ts';

/** Ordinary days, both sides of a leap day, ends of months and years, and days around clock changes. */
const TODAYS = ['2027-01-04', '2026-02-28', '2028-02-29', '2026-12-31', '2027-03-27', '2026-10-24', '2028-01-31'];

/**
 * An arbitrary of whatever `make` draws. Byte 0 is always the simplest choice, so counterexamples shrink to plain ones.
 * They are printed with only what the rules read.
 */
export function drawn<T extends object>(make: (draw: Draw) => T, bytes = 450): fc.Arbitrary<T> {
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((choices) => {
    const value = make(drawFromBytes(choices));
    return Object.defineProperty(value, fc.toStringMethod, { value: () => plainly(value) });
  });
}

const DECORATION =
  /^(name|category|code|images|.*(name|text|description|slogan|notice|services|procedure.*|boarding.?))$/i;
const SURROUNDINGS =
  /^(format|channels|destinations|tags|tagIds|visitTypeCategories|categoryIds|amenit.*|taglines|accommodationRules|mealServices|.*Codes|bookingUrl|stayCategory|priorityPosition)$/;

function plainly(value: object): string {
  return JSON.stringify(value, (key, inner) => {
    if (key !== '' && (DECORATION.test(key) || (SURROUNDINGS.test(key) && key !== 'channels'))) return undefined;
    return inner instanceof Map ? Object.fromEntries(inner) : inner;
  });
}

export function drawnScene(draw: Draw, size: CatalogueSize = TINY): OracleScene {
  const today = pick(draw, TODAYS);
  const catalogue = drawnCatalogue(draw, size, today);
  return sceneOf({
    catalogue,
    sold: drawnSales(draw, catalogue, today),
    today,
    todayUtc: plusDays(today, oneIn(draw, 3) ? -1 : 0),
    channel: pick(draw, ['public', 'partner']),
    destinationIds: null,
  });
}

/** A date near today, sometimes just past, sometimes near the last night on sale. */
export function drawnDate(draw: Draw, { today }: OracleScene): string {
  if (oneIn(draw, 10)) return plusDays(today, between(draw, 715, 740));
  return oneIn(draw, 8) ? plusDays(today, around(draw, 4)) : plusDays(today, draw(35));
}

/** Dates of a stay, most of them at the start of some rate and of a length that a rate or the visit type requires. */
export function drawnStay(
  draw: Draw,
  scene: OracleScene,
  visitType: FileVisitType,
): { dateFrom: string; dateTo: string } {
  const placed = visitType.priceLists.flatMap((list) => list.rates.map((rate) => ({ list, rate })));
  let dateFrom = drawnDate(draw, scene);
  const { nightsMin, nightsMax } = visitType;
  const weeks = Math.ceil(nightsMin / 7) * 7;
  let nights = pick(draw, [nightsMin, between(draw, nightsMin, nightsMax), between(draw, 1, 12), weeks]);
  if (placed.length > 0 && !oneIn(draw, 4)) {
    const { list, rate } = pick(draw, placed);
    dateFrom = plusDays(oneIn(draw, 10) ? rate.from : laterOf(rate.from, scene.today), pick(draw, [0, 0, 1, 3]));
    nights = list.nights !== undefined && !oneIn(draw, 5) ? list.nights : nights;
  }
  return { dateFrom, dateTo: plusDays(dateFrom, nights) };
}
