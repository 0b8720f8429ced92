/** Proposals while a guest types a wish (F15): what of the catalogue has a name with all the words, each leading to something. */
import { chainAll } from '../../../data/cache/maybe-promise.ts';
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';
import type { WordsOf } from '../../../data/reads/word-indexes.ts';
import { Portion } from '../../../data/turns.ts';
import { LOCALES } from '../../../domain/text/locale.ts';
import type { Localized } from '../../../domain/text/localized.ts';
import { type Kinded, takeTurns } from '../../../domain/wish/suggestions.ts';
import { isInNames, NOT_FOUND, WISH_WORDS_MAX, wishedWords } from '../../../domain/wish/word-grades.ts';
import { WishGrades, WordIndex } from '../../../domain/wish/word-index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { loadRows, visibleDestinations, visibleHotelNumbers } from '../../access/visibility.ts';
import { giveWay, portionsOf } from '../../deadline.ts';
import { listVisitTypes } from '../list-visit-types.ts';
import { gradeWords } from './wish-in-sales.ts';

/** In the order in which they are shown. */
export const SUGGESTION_KINDS = ['DESTINATION', 'HOTEL', 'AMENITY', 'VISIT_TYPE'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export interface Suggestion extends Kinded<SuggestionKind> {
  readonly name: Localized;
  /** Null for an amenity. */
  readonly entity: { readonly kind: EntityKind; readonly number: number } | null;
}

/** At most `first` proposals, kind by kind; within a kind whole words first, then the order of its list. */
export async function suggest(context: RequestContext, search: string, first: number): Promise<readonly Suggestion[]> {
  const words = wishedWords(search);
  if (words.length === 0) return [];
  const found = [
    ...(await suggestDestinations(context, words)),
    ...(await suggestHotels(context, words, first)),
    ...(await suggestAmenities(context, words, first)),
    ...(await suggestVisitTypes(context, words, first)),
  ];
  return takeTurns(found, SUGGESTION_KINDS, first);
}

/** The rank of texts that are names. */
function rankOfName(words: readonly string[], name: Localized): number {
  const grades = new WishGrades(words);
  const texts = LOCALES.flatMap((locale) => name[locale] ?? []);
  grades.add(0, new WordIndex(texts.map((text) => ({ number: 0, place: 'NAME', text }))));
  return grades.rankOf(0);
}

/** Destinations whose names are looked at before other requests get a turn: a few milliseconds. */
const DESTINATIONS_PER_TURN = 200;

async function suggestDestinations(context: RequestContext, words: readonly string[]): Promise<Suggestion[]> {
  const { destinationHotels } = context.catalogue.related;
  const found: Suggestion[] = [];
  for await (const portion of portionsOf(context, await visibleDestinations(context), DESTINATIONS_PER_TURN)) {
    const hotels = await chainAll(portion.map(({ number }) => destinationHotels.load(number)));
    for (const [place, { number, name: texts }] of portion.entries()) {
      const name = texts as Localized;
      const rank = hotels[place] ? rankOfName(words, name) : NOT_FOUND;
      if (rank !== NOT_FOUND) found.push({ kind: 'DESTINATION', name, rank, entity: { kind: 'destination', number } });
    }
  }
  return found;
}

async function suggestHotels(context: RequestContext, words: readonly string[], most: number): Promise<Suggestion[]> {
  const best = await bestInNames(context, 'hotel', { words, most, numbers: await visibleHotelNumbers(context) });
  const rows = await loadRows(
    context,
    'hotel',
    best.map(({ number }) => number),
  );
  const rankOf = new Map(best.map(({ number, rank }) => [number, rank]));
  return rows.map(({ number, name }): Suggestion => {
    const texts = Object.fromEntries(LOCALES.map((locale) => [locale, name]));
    return { kind: 'HOTEL', name: texts, rank: rankOf.get(number) ?? NOT_FOUND, entity: { kind: 'hotel', number } };
  });
}

/** Entities whose ranks are looked at before other requests get a turn. */
const RANKED_PER_TURN = 20_000;

/** What has all words in its name, at most so many, the best rank first; within a rank the order stays. */
async function bestInNames(
  context: RequestContext,
  of: WordsOf,
  { words, most, numbers }: { words: readonly string[]; most: number; numbers: ArrayLike<number> & Iterable<number> },
): Promise<{ readonly number: number; readonly rank: number }[]> {
  const grades = await gradeWords(context, of, { words, numbers });
  const turn = new Portion(RANKED_PER_TURN);
  /** For each rank as many as can be among the best. */
  const byRank = new Map<number, number[]>();
  for (const number of numbers) {
    const rank = grades.rankOf(number);
    if (isInNames(rank)) {
      const known = byRank.get(rank);
      if (!known) byRank.set(rank, [number]);
      else if (known.length < most) known.push(number);
    }
    if (turn.add(1)) await giveWay(context);
  }
  const ranked = [...byRank].sort(([a], [b]) => a - b);
  return ranked.flatMap(([rank, found]) => found.map((number) => ({ number, rank }))).slice(0, most);
}

/** Amenities whose hotels are looked for, the best ranked first: each look goes through all visible hotels. */
const AMENITIES_GRADED = 100;

/** Only amenities that some hotel has are suggested: a search for another one would find nothing. */
async function suggestAmenities(
  context: RequestContext,
  words: readonly string[],
  most: number,
): Promise<Suggestion[]> {
  const { categories } = await context.hotelDetails.dictionary();
  const labels = categories.flatMap(({ amenities }) => amenities.map(({ label }) => label as Localized));
  const ranked = labels
    .map((name): Suggestion => ({ kind: 'AMENITY', name, rank: rankOfName(words, name), entity: null }))
    .filter(({ rank }) => rank !== NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, AMENITIES_GRADED);
  const numbers = await visibleHotelNumbers(context);
  const found: Suggestion[] = [];
  for (const one of ranked) {
    if (found.length === most) break;
    await giveWay(context);
    const label = LOCALES.map((locale) => one.name[locale]).find(Boolean) ?? '';
    const grades = await gradeWords(context, 'hotel', {
      words: wishedWords(label).slice(0, WISH_WORDS_MAX),
      numbers,
    });
    if (numbers.some((number) => grades.rankOf(number) !== NOT_FOUND)) found.push(one);
  }
  return found;
}

async function suggestVisitTypes(
  context: RequestContext,
  words: readonly string[],
  most: number,
): Promise<Suggestion[]> {
  const { numbers } = await listVisitTypes(context, {});
  const best = await bestInNames(context, 'visitType', { words, most, numbers });
  const found: Suggestion[] = [];
  for (const { number, rank } of best) {
    const row = await context.catalogue.visitType.load(number);
    if (row)
      found.push({ kind: 'VISIT_TYPE', name: row.name as Localized, rank, entity: { kind: 'visitType', number } });
  }
  return found;
}
