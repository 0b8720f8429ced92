/**
 * The small catalogue with complete hotels: Aurora has every field, with missing, null and empty texts where they
 * matter.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { SMALL_CATALOGUE } from './small-catalogue.ts';

type HotelEntry = NonNullable<Catalogue['hotels']>[number];

/** The common prefix of all picture addresses. */
export const ADDRESS = 'https://images.example';

/** The dictionary: a category without entries, and entries with and without details. */
export const AMENITIES: NonNullable<Catalogue['amenityCategories']> = [
  {
    code: 'wellness',
    name: { cs_CZ: 'Wellness', en: 'Wellness' },
    amenities: [
      {
        code: 'sauna',
        label: { de: 'Sauna', en: 'Sauna' },
        detailKinds: ['access', 'options', 'opening_hours', 'note'],
        options: [
          { code: 'finnish', label: { en: 'Finnish' } },
          { code: 'steam', label: { en: 'Steam' } },
        ],
      },
      {
        code: 'pool',
        label: { en: 'Pool' },
        detailKinds: ['quantity', 'area', 'temperature', 'distance', 'age_limit'],
      },
    ],
  },
  { code: 'empty', name: { en: 'Empty' } },
  { code: 'dining', name: { en: 'Dining' }, amenities: [{ code: 'cafe', label: { en: 'Café' } }] },
  { code: 'services', name: { en: 'Services' }, amenities: [{ code: 'lift', label: { en: 'Lift' } }] },
];

const AURORA: Partial<HotelEntry> = {
  address: 'Lázeňská 1, 353 01 Mariánské Lázně',
  phone: '+420 354 000 001',
  taglines: [
    { channel: 'public', text: { cs_CZ: 'Lázně s duší', de: '' } },
    { channel: 'partner', text: { en: 'Allotments' } },
  ],
  accommodationRules: { checkInFrom: '14:00', petsAllowed: false, childrenFromAge: 0, note: { de: 'Keine Hunde' } },
  mealServices: [
    { boarding: 'DINNER', servedAs: 'MENU', from: '18:00', to: '20:00' },
    { boarding: 'BREAKFAST', servedAs: 'BUFFET' },
  ],
  indicationCodes: ['VI/3', 'II/1'],
  staffLanguageCodes: ['ru', 'cs'],
  images: [
    {
      url: `${ADDRESS}/front.jpg`,
      thumbnailUrl: `${ADDRESS}/front-small.jpg`,
      width: 1600,
      height: 1067,
      alt: { cs_CZ: 'Průčelí', de: '', en: null },
      variants: { '1440': `${ADDRESS}/1440.webp`, '480': `${ADDRESS}/480.webp`, '960': `${ADDRESS}/960.webp` },
    },
    { url: `${ADDRESS}/old.jpg` },
  ],
  amenities: [
    { code: 'lift' },
    { code: 'pool', area: 96.5, temperature: 30, ageLimit: 0 },
    {
      code: 'sauna',
      access: 'conditional',
      options: ['steam', 'finnish'],
      openingHours: [{ days: ['SAT', 'SUN'], from: '10:00', to: '21:00' }],
      note: { en: 'Ladies only' },
    },
  ],
};

/** Borealis has amenities without details, Cirrus nothing at all. */
export const DESCRIBED_CATALOGUE: Catalogue = {
  ...SMALL_CATALOGUE,
  amenityCategories: AMENITIES,
  hotels: SMALL_CATALOGUE.hotels!.map((hotel) => {
    if (hotel.id === 1) return { ...hotel, ...AURORA, roomTypes: hotel.roomTypes!.map(withPictures) };
    if (hotel.id === 2) return { ...hotel, amenities: [{ code: 'sauna' }, { code: 'pool' }] };
    return hotel;
  }),
};

function withPictures(room: NonNullable<HotelEntry['roomTypes']>[number]): typeof room {
  if (room.id !== 11) return room;
  return {
    ...room,
    category: { cs_CZ: 'Dvoulůžkový', de: 'Doppelzimmer', en: '' },
    images: [
      { url: `${ADDRESS}/room.jpg`, alt: { de: '' } },
      { url: `${ADDRESS}/bath.jpg`, alt: { ru: 'Ванная' } },
    ],
  };
}

/** A selection of every locale. */
export const TEXTS = '{ cs_CZ: cs de en ru }';
/** A text without any locale. */
export const NO_TEXTS = { cs_CZ: null, de: null, en: null, ru: null };
