/** Generated hotels with two to six room types, images and amenities. */
import { generateParagraph, generateText } from './generate-text.ts';
import { createRandomNumbers, type RandomNumbers } from './random-numbers.ts';

const ROOM_TYPES = [
  { code: 'DBL', beds: 2 },
  { code: 'SGL', beds: 1 },
  { code: 'SUP', beds: 2 },
  { code: 'APT', beds: 4 },
  { code: 'JSU', beds: 2 },
  { code: 'TPL', beds: 3 },
];

export function roomTypeIdsOf(hotelId: number, seed: number): number[] {
  const count = createRandomNumbers(`${seed} rooms ${hotelId}`).whole(2, ROOM_TYPES.length);
  return Array.from({ length: count }, (_, index) => hotelId * 10 + index);
}

export function generateHotel(id: number, { seed, destinations }: { seed: number; destinations: number }): object {
  const random = createRandomNumbers(`${seed} hotel ${id}`);
  return {
    id,
    code: `hotel-${id}`,
    name: `Hotel ${id}`,
    destinationId: random.whole(1, destinations),
    stars: random.whole(3, 5),
    shortDescription: generateParagraph(`Hotel ${id}`, 2),
    taglines: [{ channel: 'public', text: generateText(`Hotel ${id}`) }],
    accommodationRules: { checkInFrom: '14:00', checkOutTo: '10:00', petsAllowed: random.chance(0.5) },
    mealServices: [
      { boarding: 'BREAKFAST', servedAs: 'BUFFET', from: '07:00', to: '10:00' },
      { boarding: 'DINNER', servedAs: 'MENU', from: '18:00', to: '20:00' },
    ],
    indicationCodes: random.some(['II/1', 'III/2', 'V/1', 'VI/3', 'VII/4'], 3),
    staffLanguageCodes: random.some(['cs', 'de', 'en', 'ru'], 3),
    images: Array.from({ length: 4 }, (_, index) => generateImage(`hotel-${id}/${index}`, random)),
    amenities: [
      {
        code: 'sauna',
        access: 'included',
        openingHours: [{ days: ['FRI', 'SAT'], from: '10:00', to: '21:00' }],
        note: generateText('Sauna'),
      },
      { code: 'pool', access: 'paid', area: random.whole(40, 400), temperature: random.whole(26, 33) },
      { code: 'lift' },
    ],
    roomTypes: roomTypeIdsOf(id, seed).map((roomTypeId, index) => {
      // biome-ignore lint/style/noNonNullAssertion: a hotel has an id for each of these.
      const { code, beds } = ROOM_TYPES[index]!;
      return {
        id: roomTypeId,
        code,
        category: generateText(`Room ${code}`),
        beds,
        images: [generateImage(`room-${roomTypeId}`, random)],
      };
    }),
  };
}

function generateImage(path: string, random: RandomNumbers): object {
  const url = `https://images.example.com/${path}`;
  const width = random.pick([1200, 2000, 4000]);
  return {
    url: `${url}.jpg`,
    thumbnailUrl: `${url}-small.jpg`,
    width,
    height: (width / 4) * 3,
    alt: generateText('Picture'),
    variants: { 480: `${url}-480.webp`, 960: `${url}-960.webp` },
  };
}
