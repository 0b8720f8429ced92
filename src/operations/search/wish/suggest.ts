/** Proposals while a guest types a wish (F15): what of the catalogue has a name with all the words, each leading to something. */
import type { EntityKind } from '../../../data/reads/catalogue-loaders.ts';
import { LOCALES } from '../../../domain/text/locale.ts';
import type { Localized } from '../../../domain/text/localized.ts';
import { type Kinded, takeTurns } from '../../../domain/wish/suggestions.ts';
import { isInNames, NOT_FOUND, WISH_WORDS_MAX, wishedWords } from '../../../domain/wish/word-grades.ts';
import { WishGrades, WordIndex } from '../../../domain/wish/word-index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { visibleDestinations, visibleHotels } from '../../access/visibility.ts';
import { giveWay } from '../../deadline.ts';
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
    ...(await suggestHotels(context, words)),
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

async function suggestDestinations(context: RequestContext, words: readonly string[]): Promise<Suggestion[]> {
  const hotels = await visibleHotels(context);
  const withHotels = new Set(hotels.map(({ destinationNumber }) => destinationNumber));
  const destinations = await visibleDestinations(context);
  return destinations
    .filter(({ number }) => withHotels.has(number))
    .map(({ number, name }): Suggestion => {
      const texts = name as Localized;
      return {
        kind: 'DESTINATION',
        name: texts,
        rank: rankOfName(words, texts),
        entity: { kind: 'destination', number },
      };
    })
    .filter(({ rank }) => rank !== NOT_FOUND);
}

async function suggestHotels(context: RequestContext, words: readonly string[]): Promise<Suggestion[]> {
  const hotels = await visibleHotels(context);
  const grades = await gradeWords(context, 'hotel', { words, numbers: hotels.map(({ number }) => number) });
  return hotels
    .map(({ number, name }): Suggestion => {
      const texts = Object.fromEntries(LOCALES.map((locale) => [locale, name]));
      return { kind: 'HOTEL', name: texts, rank: grades.rankOf(number), entity: { kind: 'hotel', number } };
    })
    .filter(({ rank }) => isInNames(rank));
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
  const numbers = (await visibleHotels(context)).map(({ number }) => number);
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
  const grades = await gradeWords(context, 'visitType', { words, numbers });
  const best = Array.from(numbers)
    .filter((number) => isInNames(grades.rankOf(number)))
    .map((number) => ({ number, rank: grades.rankOf(number) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most);
  const found: Suggestion[] = [];
  for (const { number, rank } of best) {
    const row = await context.catalogue.visitType.load(number);
    if (row)
      found.push({ kind: 'VISIT_TYPE', name: row.name as Localized, rank, entity: { kind: 'visitType', number } });
  }
  return found;
}
