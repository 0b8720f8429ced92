/**
 * A small catalogue with one of everything, for tests that change one thing in it. A function, so that every test has its
 * own. Hotel 1 has room types 11 (two beds) and 12 (one bed), hotel 2 has 21; visit type 101 is sold in hotel 1, 102 in both.
 */
import { type Catalogue, catalogueSchema } from '../../src/catalogue/file/file-schema.ts';

/** The whole catalogue, every default filled in. */
export type SampleCatalogue = ReturnType<typeof sampleCatalogue>;

export function sampleCatalogue() {
  return catalogueSchema.required().parse({ $schema: './catalogue.schema.json', ...SAMPLE });
}

const SAMPLE: Catalogue = {
  format: 'spa-stay-catalogue/1',
  paymentTerms: { cs_CZ: 'Na místě', en: 'On the spot' },
  termsUrl: { cs_CZ: 'https://sample.example/podminky' },
  privacyUrl: { cs_CZ: 'https://sample.example/soukromi', en: null },
  seller: { name: 'Sample, a.s.', register: 'B 1' },
  channels: [
    { code: 'public', name: 'Public' },
    { code: 'partner', name: 'Partners' },
  ],
  destinations: [
    { id: 1, _id: 'a00000000000000000000001', name: { cs_CZ: 'Lázně', de: null, en: '' } },
    { id: 2, name: { cs_CZ: 'Jinde' } },
  ],
  tags: [{ id: 1, name: { cs_CZ: 'Novinka' }, color: '2f9e44' }],
  loyaltyPrograms: [{ id: 1, name: { cs_CZ: 'Klub' }, percentage: 7.25 }],
  visitTypeCategories: [{ id: 1, name: { cs_CZ: 'Léčba' } }],
  amenityCategories: [
    {
      code: 'wellness',
      name: { cs_CZ: 'Wellness' },
      amenities: [
        { code: 'sauna', detailKinds: ['access', 'options'], options: [{ code: 'finnish' }, { code: 'steam' }] },
        { code: 'lift', detailKinds: [] },
      ],
    },
    { code: 'other', amenities: [{ code: 'pool', detailKinds: ['area', 'note', 'opening_hours'] }] },
  ],
  hotels: [
    {
      id: 1,
      _id: 'b00000000000000000000001',
      code: 'first',
      name: 'First',
      destinationId: 1,
      stars: 4,
      taglines: [{ channel: 'public', text: { en: 'Welcome' } }],
      accommodationRules: { checkInFrom: '14:00', petsAllowed: true },
      mealServices: [{ boarding: 'BREAKFAST', servedAs: 'BUFFET', from: '07:00', to: '10:00' }],
      indicationCodes: ['VI/3', 'II/1'],
      staffLanguageCodes: ['cs', 'de'],
      address: 'Lázeňská 1, Mariánské Lázně',
      coordinates: { latitude: 49.97, longitude: 12.7 },
      phone: '+420 354 000 001',
      reservationEmail: 'reservations@sample.example',
      reservationLanguage: 'de',
      images: [
        { url: 'https://images.example.com/1.jpg', width: 1000, height: 700, alt: { en: '' } },
        { url: 'https://images.example.com/2.jpg', variants: { '480': 'https://images.example.com/2-480.webp' } },
      ],
      amenities: [
        { code: 'sauna', access: 'paid', options: ['finnish'] },
        { code: 'pool', area: 12.5, openingHours: [{ days: ['MON'], from: '10:00', to: '21:00' }] },
      ],
      roomTypes: [
        {
          id: 11,
          _id: 'c00000000000000000000011',
          code: 'DBL',
          category: { cs_CZ: 'Dvoulůžkový' },
          beds: 2,
          area: 22.5,
        },
        { id: 12, code: 'SGL', beds: 1, images: [{ url: 'https://images.example.com/3.jpg' }] },
      ],
    },
    {
      id: 2,
      code: 'second',
      name: 'Second',
      destinationId: 2,
      stars: 3,
      roomTypes: [{ id: 21, code: 'DBL', beds: 2 }],
    },
  ],
  visitTypes: [
    {
      id: 101,
      _id: 'd00000000000000000000101',
      name: { cs_CZ: 'Pobyt', de: 'Aufenthalt', en: null, ru: '' },
      categoryIds: [1],
      tagIds: [1],
      loyaltyProgramIds: [1],
      hotelIds: [1],
      inclusions: [{ name: { cs_CZ: 'Masáž' }, quantity: 2, per: 'WEEK' }, { name: { cs_CZ: 'Sauna' } }],
      nightsMin: 2,
      nightsMax: 14,
      startingDays: ['SUN'],
      timeConstraints: [{ from: '2027-01-01', to: '2027-12-20' }],
      sellingFrom: '2026-01-01',
      sellingTo: '2027-06-30',
      cancellationTerms: [
        { daysBeforeArrival: 3, percentage: 80 },
        { daysBeforeArrival: 14, percentage: 30.5 },
      ],
      boarding: 'HALF_BOARD',
      availableBoardings: ['HALF_BOARD'],
      priceLists: [
        {
          id: 1,
          _id: 'e00000000000000000000001',
          kind: 'PER_NIGHT',
          quotedPer: 'PERSON',
          currency: 'CZK',
          rates: [
            { roomTypeId: 11, from: '2027-01-01', to: '2027-03-31', amount: 2450.5 },
            { roomTypeId: 11, from: '2027-04-01', to: '2027-06-30', amount: 2600 },
            { roomTypeId: 12, from: '2027-01-01', to: '2027-06-30', amount: 2900 },
          ],
        },
        {
          id: 2,
          kind: 'PER_VISIT',
          nights: 7,
          quotedPer: 'ROOM',
          currency: 'EUR',
          rates: [{ roomTypeId: 11, from: '2027-01-01', to: '2027-12-31', amount: 700 }],
        },
      ],
      promotions: [
        {
          id: 1,
          _id: 'f00000000000000000000001',
          name: { cs_CZ: 'Sleva' },
          percentage: 12.5,
          validFrom: '2027-02-01',
          validTo: '2027-03-01',
          channels: ['public', 'partner'],
          hotelIds: [1],
        },
      ],
    },
    {
      id: 102,
      hotelIds: [1, 2],
      boarding: 'HALF_BOARD',
      nightsMin: 1,
      nightsMax: 7,
      priceLists: [
        {
          id: 1,
          kind: 'PER_NIGHT',
          quotedPer: 'ROOM',
          currency: 'EUR',
          rates: [{ roomTypeId: 21, from: '2027-01-01', to: '2027-12-31', amount: 80 }],
        },
      ],
      promotions: [{ id: 1, percentage: 5, validFrom: '2027-01-01', channels: ['public'] }],
    },
  ],
  inventory: [
    { roomTypeId: 11, from: '2027-01-01', to: '2027-01-31', units: 4 },
    { roomTypeId: 11, from: '2027-01-10', to: '2027-01-12', units: 0 },
    { roomTypeId: 21, from: '2027-01-01', to: '2027-01-05', units: 2 },
  ],
};
