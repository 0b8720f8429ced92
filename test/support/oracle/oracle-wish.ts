/** What a wish finds, by looking at every word of every text (F15). */
import type { CatalogueFile, FileHotel, FileLocalized, FileVisitType } from './oracle-file.ts';

/** How many steps the words stand behind names, all together; then how many are only beginnings. */
export type WishRank = readonly [steps: number, beginnings: number];

type Texts = readonly (FileLocalized | undefined)[];

/** Letter by letter: without accents, in small letters. */
export function plainWords(text: string): string[] {
  const written: Record<string, string> = { ß: 'ss', ẞ: 'ss', ł: 'l', ø: 'o', æ: 'ae' };
  const words = [''];
  for (const sign of text.normalize('NFD').toLowerCase()) {
    if (/\p{M}/u.test(sign)) continue;
    if (/[\p{L}\p{N}]/u.test(sign)) words.push(words.pop() + (written[sign] ?? sign));
    else words.push('');
  }
  return words.filter((word) => word !== '');
}

/** Null: a word is missing. `places` are the texts that stand 0, 1, 2, 3 steps behind names. */
function rankIn(places: readonly Texts[], wish: string): WishRank | null {
  let [steps, beginnings] = [0, 0];
  for (const wanted of new Set(plainWords(wish))) {
    const wordsAt = places.map((texts) =>
      texts.flatMap((text) => Object.values(text ?? {}).flatMap((one: string | null) => plainWords(one ?? ''))),
    );
    const step = wordsAt.findIndex((words) => words.some((word) => word.indexOf(wanted) === 0));
    if (step < 0) return null;
    steps += step;
    if (!wordsAt[step]!.includes(wanted)) beginnings += 1;
  }
  return [steps, beginnings];
}

interface DictionaryEntry {
  code: string;
  label: FileLocalized;
  options?: { code: string; label: FileLocalized }[];
}
interface AmenityValue {
  code: string;
  options?: string[];
  note?: FileLocalized;
}

function servicesOf({ amenityCategories }: CatalogueFile, { amenities, indicationCodes }: FileHotel): Texts {
  const dictionary = amenityCategories.flatMap(({ amenities }) => amenities as DictionaryEntry[]);
  return [
    { en: indicationCodes.join(' ') },
    ...(amenities as unknown as AmenityValue[]).flatMap(({ code, options = [], note }) => {
      const entry = dictionary.find((one) => one.code === code);
      const chosen = entry?.options?.filter((option) => options.includes(option.code)) ?? [];
      return [entry?.label, note, ...chosen.map(({ label }) => label)];
    }),
  ];
}

const placeOf = ({ destinations }: CatalogueFile, { destinationId }: FileHotel) =>
  destinations.find(({ id }) => id === destinationId)?.name;

/** The words may be those of both; to a visit type its hotel is a place. */
export function saleRank(
  file: CatalogueFile,
  { visitType, hotel }: { visitType: FileVisitType; hotel: FileHotel },
  wish: string,
): WishRank | null {
  const { name, services, inclusions = [], description, commercialSlogan } = visitType;
  return rankIn(
    [
      [name],
      [{ en: hotel.name }, placeOf(file, hotel)],
      [services, ...inclusions.map((one) => one.name), ...servicesOf(file, hotel)],
      [description, commercialSlogan, hotel.shortDescription, hotel.description],
    ],
    wish,
  );
}
