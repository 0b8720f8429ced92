/** Demo hotels in Luhačovice. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { demoImage } from './images.ts';
import { localizedText } from './texts.ts';

type Hotels = NonNullable<Catalogue['hotels']>;

export const hotelsInTheEast: Hotels = [
  {
    id: 5,
    code: 'vincentka',
    name: 'Hotel Nad Vincentkou',
    destinationId: 3,
    stars: 4,
    shortDescription: localizedText(
      'Moderní hotel v lázeňském údolí, inhalace z Vincentky v ceně.',
      'Modernes Hotel im Kurtal, Inhalationen mit der Vincentka-Quelle inklusive.',
      'A modern hotel in the spa valley; inhalations of the Vincentka spring are included.',
      'Современный отель в курортной долине, ингаляции водой Vincentka включены.',
    ),
    taglines: [
      { channel: 'public', text: { cs_CZ: 'Nadechněte se', de: 'Durchatmen', en: 'Take a breath' } },
      { channel: 'partner', text: { cs_CZ: 'Skupiny do 40 osob' } },
    ],
    accommodationRules: {
      checkInFrom: '14:00',
      checkInTo: '23:00',
      checkOutTo: '10:30',
      petsAllowed: false,
      childrenFromAge: 2,
      smokingAllowed: false,
    },
    mealServices: [
      { boarding: 'HALF_BOARD', servedAs: 'BUFFET', from: '07:00', to: '09:30' },
      { boarding: 'ALL_INCLUSIVE', servedAs: 'BUFFET' },
    ],
    indicationCodes: ['V/2', 'V/3', 'XXV/2', 'III/2'],
    staffLanguageCodes: ['cs', 'en', 'de'],
    images: [
      demoImage(
        'vincentka/front',
        { width: 1600, height: 1067 },
        localizedText('Hotel nad lázněmi', 'Hotel über dem Kurort', 'The hotel above the spa', 'Отель над курортом'),
      ),
      demoImage('vincentka/inhalation', { width: 900, height: 600 }, { cs_CZ: 'Inhalatorium' }),
    ],
    amenities: [
      { code: 'thermal_spring', distance: 300, temperature: 11.8 },
      {
        code: 'sauna',
        access: 'paid',
        options: ['finnish'],
        openingHours: [{ days: ['TUE', 'THU', 'SAT'], from: '16:00', to: '20:00' }],
      },
      { code: 'pool', access: 'included', area: 120, temperature: 28.5, ageLimit: 0 },
      { code: 'parking', access: 'included', options: ['garage', 'outdoor'], quantity: 40 },
      {
        code: 'special_diet',
        options: ['gluten_free', 'vegetarian'],
        note: { cs_CZ: 'Nahlaste prosím předem.', en: 'Please tell us in advance.' },
      },
      { code: 'wifi', access: 'included' },
      { code: 'lift' },
    ],
    roomTypes: [
      {
        id: 51,
        code: 'DBL',
        category: localizedText('Dvoulůžkový Plus', 'Doppelzimmer Plus', 'Double Plus', 'Двухместный Plus'),
        beds: 2,
        images: [demoImage('vincentka/dbl', { width: 1440, height: 960 }, { cs_CZ: 'Pokoj Plus', de: '' })],
      },
      {
        id: 52,
        code: 'SGL',
        category: localizedText('Jednolůžkový Plus', 'Einzelzimmer Plus', 'Single Plus', 'Одноместный Plus'),
        beds: 1,
      },
    ],
  },
  {
    id: 6,
    code: 'slunecna',
    name: 'Penzion Slunečná',
    destinationId: 3,
    stars: 3,
    shortDescription: { cs_CZ: 'Malý penzion pod lesem, procedury v sousedních lázních.', de: '', en: null },
    mealServices: [{ boarding: 'BREAKFAST' }],
    staffLanguageCodes: ['cs'],
    amenities: [
      { code: 'parking', access: 'included', options: ['outdoor'], quantity: 6, distance: 20 },
      { code: 'wifi', access: 'included' },
    ],
    roomTypes: [
      { id: 61, code: 'DBL', category: localizedText('Dvoulůžkový', 'Doppelzimmer', 'Double', 'Двухместный'), beds: 2 },
      { id: 62, code: 'SGL', category: { cs_CZ: 'Jednolůžkový', en: '' }, beds: 1 },
    ],
  },
];
