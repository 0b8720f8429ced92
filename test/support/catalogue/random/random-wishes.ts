/** Texts that wishes can be looked up in, and wishes, in the alphabets of the languages (F15). */
import type { CatalogueFile, FileLocalized } from '../../oracle/oracle-file.ts';
import { type Draw, oneIn, pick } from './random-draw.ts';

const WORDS = [
  ...['Masáž', 'masáže', 'bolest', 'kloubů', 'klouby', 'Karlovy', 'Vary', 'sauna', 'Finská', 'Žilina', 'lázeňský'],
  ...['Große', 'Kur', 'Kurort', 'für', 'Körper', 'Massage', 'Bäder', 'Weiß', 'Łódź', 'Ødegård', 'III/2'],
  ...['Ёлки', 'мёд', 'массаж', 'курорт', 'Карловы', 'Вары', 'спина', 'relax', 'Relaxing', 'back-pain', '12', 'x'],
];
/** Beginnings, words with other accents and cases, and words that are nowhere. */
const WISHED = [
  ...['mas', 'MASAZ', 'masáže', 'klouby', 'kloub', 'bolest', 'karl', 'Karlovy', 'vary', 'saun', 'fínska', 'zil', 'laz'],
  ...['grosse', 'GROẞE', 'große', 'kur', 'KURORT', 'fur', 'korp', 'bad', 'weiss', 'lodz', 'odeg', 'iii', '2'],
  ...['елки', 'МЕД', 'масс', 'кур', 'вары', 'спин', 'rel', 'relax', 'pain', 'ain', '1', 'x', 'nowhere', '!'],
];
const LOCALES = ['cs_CZ', 'de', 'en', 'ru'] as const;

const some = <T>(draw: Draw, most: number, one: () => T): T[] => Array.from({ length: draw(most + 1) }, one);
const text = (draw: Draw, most: number): string =>
  some(draw, most, () => pick(draw, WORDS)).join(pick(draw, [' ', ', ', '-', ' – ']));

function localized(draw: Draw, most: number): FileLocalized {
  return Object.fromEntries(some(draw, 2, () => [pick(draw, LOCALES), oneIn(draw, 6) ? null : text(draw, most)]));
}

/** A wish of one to three words. */
export function drawnWish(draw: Draw): string {
  return [pick(draw, WISHED), ...some(draw, 2, () => pick(draw, WISHED))].join(pick(draw, [' ', ', ', '  ']));
}

const DICTIONARY = [
  {
    code: 'wellness',
    name: { en: 'Wellness' },
    amenities: [
      {
        code: 'sauna',
        label: { cs_CZ: 'Sauna', de: 'Sauna' },
        detailKinds: ['options', 'note'],
        options: [
          { code: 'finnish', label: { cs_CZ: 'Finská', de: 'Finnische' } },
          { code: 'bio', label: { ru: 'Био' } },
        ],
      },
      { code: 'pool', label: { de: 'Bäder', ru: 'Бассейн' }, detailKinds: ['note'] },
    ],
  },
];

/** Writes the words of wishes into all texts of a catalogue that are searched. */
export function writeWishes(draw: Draw, catalogue: CatalogueFile): void {
  catalogue.amenityCategories = DICTIONARY;
  for (const destination of catalogue.destinations) destination.name = localized(draw, 2);
  for (const hotel of catalogue.hotels) {
    hotel.name = `${hotel.id} ${text(draw, 2)}`;
    hotel.shortDescription = localized(draw, 5);
    hotel.description = localized(draw, 5);
    hotel.indicationCodes = oneIn(draw, 2) ? ['II/1', 'III/2'] : [];
    const sauna = { code: 'sauna', options: oneIn(draw, 2) ? ['finnish'] : ['bio'], note: localized(draw, 2) };
    hotel.amenities = [...(oneIn(draw, 2) ? [sauna] : []), ...(oneIn(draw, 2) ? [{ code: 'pool' }] : [])];
  }
  for (const visitType of catalogue.visitTypes) {
    visitType.name = { ...localized(draw, 2), en: `${visitType.id} ${text(draw, 1)}` };
    visitType.services = localized(draw, 4);
    visitType.description = localized(draw, 6);
    visitType.commercialSlogan = localized(draw, 2);
    visitType.inclusions = some(draw, 2, () => ({ name: { en: `1 ${text(draw, 2)}` } }));
  }
}
