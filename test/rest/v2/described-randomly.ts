/** Adds pictures, amenities and taglines of every kind to the hotels of random catalogues, by a seed. */
import { between, type Draw, drawFromSeed, oneIn, pick, someOf } from '../../support/catalogue/random/random-draw.ts';
import { randomText } from '../../support/catalogue/random/random-text.ts';
import type { CatalogueFile, FileImage } from '../../support/oracle/oracle-file.ts';

const KINDS = [
  'access',
  'options',
  'note',
  'opening_hours',
  'quantity',
  'area',
  'temperature',
  'distance',
  'age_limit',
];
const OPTIONS = ['first', 'second', 'third'];
const WIDTHS = [480, 960, 1440, 1920];

function image(draw: Draw, path: string): FileImage {
  const url = `https://images.example/${path}`;
  const width = oneIn(draw, 4) ? null : between(draw, 300, 3000);
  const fitting = WIDTHS.filter((variant) => variant <= (width ?? 5000));
  const variants = someOf(draw, fitting, { atLeastOne: false }).map((variant) => [variant, `${url}-${variant}.webp`]);
  const alt = oneIn(draw, 3) ? {} : randomText(draw, path);
  return {
    url: `${url}.jpg`,
    thumbnailUrl: `${url}-small.jpg`,
    width,
    height: oneIn(draw, 4) ? null : between(draw, 200, 2000),
    alt,
    variants: Object.fromEntries(variants),
  };
}

function images(draw: Draw, path: string): FileImage[] {
  return Array.from({ length: draw(3) }, (_, index) => image(draw, `${path}/${index}`));
}

/** A detail that is filled every other time; only kinds of the entry. */
function details(draw: Draw, kinds: readonly string[]): Record<string, unknown> {
  const filled: Record<string, () => unknown> = {
    access: () => pick(draw, ['included', 'conditional', 'paid']),
    options: () => someOf(draw, OPTIONS, { atLeastOne: false }),
    note: () => randomText(draw, 'Note'),
    opening_hours: () => [{ days: ['MON', 'SAT'], from: '10:00', to: '21:00' }],
    quantity: () => draw(5),
    area: () => between(draw, 1, 900) / 10,
    temperature: () => between(draw, -10, 400) / 10,
    distance: () => draw(2000),
    age_limit: () => draw(18),
  };
  const names: Record<string, string> = { opening_hours: 'openingHours', age_limit: 'ageLimit' };
  const chosen = someOf(draw, kinds, { atLeastOne: false });
  return Object.fromEntries(chosen.map((kind) => [names[kind] ?? kind, filled[kind]!()]));
}

/** The catalogue with a dictionary, and hotels with some of everything. The same seed gives the same. */
export function describedRandomly(catalogue: CatalogueFile, seed: number): CatalogueFile {
  const draw = drawFromSeed(seed);
  const amenityCategories = ['one', 'two', 'three', 'four'].map((category) => ({
    code: category,
    name: randomText(draw, category),
    amenities: Array.from({ length: draw(5) }, (_, index) => {
      const detailKinds = oneIn(draw, 4) ? [] : someOf(draw, KINDS, { atLeastOne: true });
      const options = detailKinds.includes('options')
        ? OPTIONS.map((code) => ({ code, label: randomText(draw, code) }))
        : [];
      const code = `${category}_${index}`;
      return { code, label: randomText(draw, code), detailKinds, options };
    }),
  }));
  const entries = amenityCategories.flatMap(({ amenities }) => amenities);
  return {
    ...catalogue,
    amenityCategories,
    hotels: catalogue.hotels.map((hotel) => ({
      ...hotel,
      taglines: catalogue.channels.map(({ code }) => ({ channel: code, text: randomText(draw, `In ${code}`) })),
      images: images(draw, `hotel-${hotel.id}`),
      amenities: someOf(draw, entries, { atLeastOne: false }).map(({ code, detailKinds }) => ({
        code,
        ...details(draw, detailKinds),
      })),
      roomTypes: hotel.roomTypes.map((room) => ({ ...room, images: images(draw, `room-${room.id}`) })),
    })),
  };
}
