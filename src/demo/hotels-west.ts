/** Demo hotels in Karlovy Vary and Mariánské Lázně. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { demoImage, legacyDemoImage } from './images.ts';
import { localizedText } from './texts.ts';

type Hotels = NonNullable<Catalogue['hotels']>;

const LARGE = { width: 2400, height: 1600 };
const MEDIUM = { width: 1200, height: 800 };
const EVERY_DAY = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

export const hotelsInTheWest: Hotels = [
  {
    id: 1,
    code: 'aurora',
    name: 'Hotel Aurora',
    destinationId: 1,
    stars: 4,
    shortDescription: localizedText(
      'Lázeňský hotel s vlastním balneoprovozem pár kroků od Mlýnské kolonády.',
      'Kurhotel mit eigener Balneologie, wenige Schritte von der Mühlbrunnkolonnade.',
      'A spa hotel with its own treatment centre, a few steps from the Mill Colonnade.',
      'Курортный отель с собственным лечебным центром в двух шагах от Мельничной колоннады.',
    ),
    taglines: [
      {
        channel: 'public',
        text: localizedText('Lázně s duší', 'Kur mit Seele', 'A spa with a soul', 'Курорт с душой'),
      },
      { channel: 'partner', text: { cs_CZ: 'Stálé kontingenty po celý rok', en: 'Allotments all year round' } },
    ],
    accommodationRules: {
      checkInFrom: '14:00',
      checkInTo: '22:00',
      checkOutTo: '10:00',
      petsAllowed: true,
      childrenFromAge: 3,
      smokingAllowed: false,
      note: localizedText(
        'Pes do 10 kg za příplatek.',
        'Hunde bis 10 kg gegen Aufpreis.',
        'Dogs up to 10 kg at a surcharge.',
        'Собаки до 10 кг за доплату.',
      ),
    },
    mealServices: [
      { boarding: 'BREAKFAST', servedAs: 'BUFFET', from: '07:00', to: '10:00' },
      { boarding: 'LUNCH', servedAs: 'MENU', from: '12:00', to: '14:00' },
      { boarding: 'DINNER', servedAs: 'BUFFET', from: '17:30', to: '20:00' },
    ],
    indicationCodes: ['III/1', 'III/2', 'IV/1', 'VII/6'],
    staffLanguageCodes: ['cs', 'de', 'en', 'ru'],
    images: [
      demoImage('aurora/front', LARGE, localizedText('Průčelí hotelu', 'Hotelfassade', 'Hotel front', 'Фасад отеля')),
      demoImage('aurora/pool', MEDIUM, { cs_CZ: 'Bazén s mořskou vodou', de: 'Meerwasserbecken' }),
      demoImage('aurora/ornament', { width: 640, height: 640 }, { cs_CZ: '', de: '', en: '', ru: '' }),
    ],
    amenities: [
      {
        code: 'sauna',
        access: 'included',
        options: ['finnish', 'steam'],
        openingHours: [
          { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '14:00', to: '21:00' },
          { days: ['SAT', 'SUN'], from: '10:00', to: '21:00' },
        ],
        note: { cs_CZ: 'Ve středu jen pro ženy.', de: 'Mittwochs nur für Damen.', en: 'Ladies only on Wednesdays.' },
      },
      {
        code: 'pool',
        access: 'included',
        openingHours: [{ days: [...EVERY_DAY], from: '07:00', to: '21:00' }],
        area: 96.5,
        temperature: 30,
      },
      { code: 'thermal_spring', distance: 150, temperature: 65.1 },
      { code: 'parking', access: 'paid', options: ['garage'], quantity: 24, distance: 0 },
      { code: 'wifi', access: 'included' },
      { code: 'lift' },
      { code: 'special_diet', options: ['gluten_free', 'diabetic'] },
    ],
    roomTypes: [
      {
        id: 11,
        code: 'DBL',
        category: localizedText('Dvoulůžkový Comfort', 'Doppelzimmer Comfort', 'Double Comfort', 'Двухместный Comfort'),
        beds: 2,
        images: [demoImage('aurora/dbl', MEDIUM, {})],
      },
      {
        id: 12,
        code: 'SGL',
        category: localizedText(
          'Jednolůžkový Comfort',
          'Einzelzimmer Comfort',
          'Single Comfort',
          'Одноместный Comfort',
        ),
        beds: 1,
      },
      {
        id: 13,
        code: 'APT',
        category: { cs_CZ: 'Rodinné apartmá', de: 'Familienappartement', en: 'Family apartment', ru: '' },
        beds: 3,
        images: [legacyDemoImage('aurora/apt', { cs_CZ: null })],
      },
    ],
  },
  {
    id: 2,
    code: 'vridelni-palace',
    name: 'Vřídelní Palace',
    destinationId: 1,
    stars: 5,
    shortDescription: localizedText(
      'Grandhotel z roku 1912 s lékařským centrem a vlastním přívodem vřídelní vody.',
      'Grandhotel aus dem Jahr 1912 mit medizinischem Zentrum und eigener Sprudelleitung.',
      'A grand hotel of 1912 with a medical centre and its own supply of spring water.',
      'Гранд-отель 1912 года с медицинским центром и собственным подводом воды Вржидла.',
    ),
    taglines: [
      { channel: 'public', text: { cs_CZ: 'Sto let péče', de: 'Hundert Jahre Fürsorge', en: 'A century of care' } },
    ],
    accommodationRules: {
      checkInFrom: '15:00',
      checkInTo: null,
      checkOutTo: '11:00',
      petsAllowed: false,
      childrenFromAge: 12,
      smokingAllowed: false,
    },
    mealServices: [
      { boarding: 'HALF_BOARD', servedAs: 'BUFFET', from: '07:00', to: '10:30' },
      { boarding: 'FULL_BOARD', servedAs: 'MENU' },
    ],
    indicationCodes: ['III/4', 'III/5', 'IV/2'],
    staffLanguageCodes: ['cs', 'de', 'en', 'ru'],
    images: [
      demoImage(
        'palace/front',
        { width: 3840, height: 2160 },
        localizedText('Palác v noci', 'Palast bei Nacht', 'The palace at night', 'Дворец ночью'),
      ),
      demoImage('palace/hall', LARGE, { en: 'Winter garden' }),
    ],
    amenities: [
      { code: 'sauna', access: 'included', options: ['finnish', 'steam', 'infrared'] },
      {
        code: 'pool',
        access: 'included',
        openingHours: [{ days: [...EVERY_DAY], from: '06:30', to: '22:00' }],
        area: 210,
        temperature: 32.5,
        ageLimit: 12,
        note: localizedText('Termální voda.', 'Thermalwasser.', 'Thermal water.', 'Термальная вода.'),
      },
      { code: 'fitness', access: 'included', area: 80, ageLimit: 15 },
      {
        code: 'parking',
        access: 'conditional',
        options: ['garage'],
        quantity: 60,
        note: { en: 'Free of charge in suites.' },
      },
      { code: 'charging_station', access: 'paid', quantity: 4 },
      { code: 'wifi', access: 'included' },
      { code: 'lift' },
      { code: 'cafe', openingHours: [{ days: [...EVERY_DAY], from: '10:00', to: '22:00' }] },
    ],
    roomTypes: [
      {
        id: 21,
        code: 'DBL-SUP',
        category: localizedText(
          'Dvoulůžkový Superior',
          'Doppelzimmer Superior',
          'Double Superior',
          'Двухместный Superior',
        ),
        beds: 2,
        images: [
          demoImage('palace/superior', LARGE, { cs_CZ: 'Pokoj s výhledem na řeku', en: 'Room with a river view' }),
        ],
      },
      {
        id: 22,
        code: 'JSU',
        category: localizedText('Junior suite', 'Junior Suite', 'Junior suite', 'Джуниор сюит'),
        beds: 2,
      },
      {
        id: 23,
        code: 'SGL-SUP',
        category: localizedText(
          'Jednolůžkový Superior',
          'Einzelzimmer Superior',
          'Single Superior',
          'Одноместный Superior',
        ),
        beds: 1,
      },
    ],
  },
  {
    id: 3,
    code: 'krizovy-pramen',
    name: 'Lázeňský dům Křížový pramen',
    destinationId: 2,
    stars: 4,
    shortDescription: {
      cs_CZ: 'Léčba dýchacích cest a pohybového ústrojí u hlavní kolonády.',
      de: 'Behandlung der Atemwege und des Bewegungsapparats an der Hauptkolonnade.',
      en: 'Treatment of the airways and joints next to the main colonnade.',
    },
    accommodationRules: { checkInFrom: '14:00', checkOutTo: '10:00', petsAllowed: false },
    mealServices: [{ boarding: 'FULL_BOARD', servedAs: 'MENU', from: '07:30', to: '18:30' }],
    indicationCodes: ['V/1', 'V/2', 'VII/4', 'VIII/2'],
    staffLanguageCodes: ['cs', 'de'],
    images: [
      demoImage('krizovy-pramen/front', MEDIUM, { cs_CZ: 'Lázeňský dům', de: 'Kurhaus', en: 'Spa house', ru: '' }),
    ],
    amenities: [
      { code: 'thermal_spring', distance: 40, temperature: 9.5, note: { cs_CZ: 'Plynné injekce a uhličité koupele.' } },
      { code: 'pool', access: 'conditional', area: 60, temperature: 29 },
      { code: 'special_diet', options: ['diabetic', 'vegetarian'] },
      { code: 'lift' },
    ],
    roomTypes: [
      {
        id: 31,
        code: 'DBL',
        category: localizedText('Dvoulůžkový', 'Doppelzimmer', 'Double', 'Двухместный'),
        beds: 2,
      },
      {
        id: 32,
        code: 'SGL',
        category: localizedText('Jednolůžkový', 'Einzelzimmer', 'Single', 'Одноместный'),
        beds: 1,
      },
    ],
  },
  {
    id: 4,
    code: 'villa-rudolf',
    name: 'Villa Rudolf',
    destinationId: 2,
    stars: 3,
    shortDescription: localizedText(
      'Rodinný penzion v parku, pivní lázně ve sklepení.',
      'Familienpension im Park, Bierbad im Kellergewölbe.',
      'A family guest house in the park, with a beer spa in its vaults.',
      'Семейный пансион в парке, пивная купель в подвале.',
    ),
    taglines: [{ channel: 'public', text: { cs_CZ: 'Jako doma, jen s vířivkou', de: null } }],
    accommodationRules: {
      checkInFrom: '14:00',
      checkInTo: '20:00',
      checkOutTo: '11:00',
      petsAllowed: true,
      childrenFromAge: 0,
      smokingAllowed: false,
      note: { cs_CZ: '', de: null },
    },
    mealServices: [{ boarding: 'BREAKFAST', servedAs: 'BUFFET', from: '08:00', to: '10:00' }],
    staffLanguageCodes: ['cs', 'en'],
    images: [legacyDemoImage('villa-rudolf/house', { cs_CZ: 'Vila v zeleni' })],
    amenities: [
      { code: 'sauna', access: 'paid', options: ['infrared'] },
      { code: 'parking', access: 'included', options: ['outdoor'], quantity: 8 },
      { code: 'wifi', access: 'included' },
    ],
    roomTypes: [
      {
        id: 41,
        code: 'DBL',
        category: localizedText(
          'Dvoulůžkový s balkonem',
          'Doppelzimmer mit Balkon',
          'Double with balcony',
          'Двухместный с балконом',
        ),
        beds: 2,
      },
      { id: 42, code: 'TPL', category: { cs_CZ: 'Třílůžkový', de: 'Dreibettzimmer' }, beds: 3 },
    ],
  },
];
