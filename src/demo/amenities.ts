/** The demo's amenity dictionary: every kind of detail is used by some entry, and one entry has none. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { localizedText } from './texts.ts';

export const demoAmenities: NonNullable<Catalogue['amenityCategories']> = [
  {
    code: 'wellness',
    name: localizedText('Wellness a bazény', 'Wellness und Bäder', 'Wellness and pools', 'Велнес и бассейны'),
    amenities: [
      {
        code: 'sauna',
        label: localizedText('Sauna', 'Sauna', 'Sauna', 'Сауна'),
        detailKinds: ['access', 'options', 'opening_hours', 'note'],
        options: [
          { code: 'finnish', label: localizedText('Finská', 'Finnische', 'Finnish', 'Финская') },
          { code: 'steam', label: localizedText('Parní', 'Dampfbad', 'Steam bath', 'Паровая') },
          { code: 'infrared', label: { cs_CZ: 'Infrasauna', de: 'Infrarot', en: 'Infrared' } },
        ],
      },
      {
        code: 'pool',
        label: localizedText('Bazén', 'Schwimmbad', 'Swimming pool', 'Бассейн'),
        detailKinds: ['access', 'opening_hours', 'area', 'temperature', 'age_limit', 'note'],
      },
      {
        code: 'thermal_spring',
        label: localizedText('Léčivý pramen', 'Heilquelle', 'Mineral spring', 'Минеральный источник'),
        detailKinds: ['distance', 'temperature', 'note'],
      },
      {
        code: 'fitness',
        label: localizedText('Posilovna', 'Fitnessraum', 'Gym', 'Тренажёрный зал'),
        detailKinds: ['access', 'area', 'age_limit'],
      },
    ],
  },
  {
    code: 'services',
    name: localizedText('Služby', 'Service', 'Services', 'Услуги'),
    amenities: [
      {
        code: 'parking',
        label: localizedText('Parkování', 'Parken', 'Parking', 'Парковка'),
        detailKinds: ['access', 'options', 'quantity', 'distance', 'note'],
        options: [
          { code: 'garage', label: localizedText('Garáž', 'Garage', 'Garage', 'Гараж') },
          { code: 'outdoor', label: localizedText('Venkovní', 'Im Freien', 'Outdoor', 'Открытая') },
        ],
      },
      {
        code: 'charging_station',
        label: { cs_CZ: 'Nabíjecí stanice', de: 'Ladestation', en: 'Charging station', ru: null },
        detailKinds: ['access', 'quantity'],
      },
      { code: 'wifi', label: localizedText('Wi-Fi', 'WLAN', 'Wi-Fi', 'Wi-Fi'), detailKinds: ['access'] },
      { code: 'lift', label: localizedText('Výtah', 'Aufzug', 'Lift', 'Лифт'), detailKinds: [] },
    ],
  },
  {
    code: 'dining',
    name: localizedText('Stravování', 'Verpflegung', 'Dining', 'Питание'),
    amenities: [
      {
        code: 'special_diet',
        label: localizedText('Dietní strava', 'Diätkost', 'Special diets', 'Диетическое питание'),
        detailKinds: ['options', 'note'],
        options: [
          { code: 'gluten_free', label: localizedText('Bezlepková', 'Glutenfrei', 'Gluten-free', 'Безглютеновое') },
          { code: 'vegetarian', label: localizedText('Vegetariánská', 'Vegetarisch', 'Vegetarian', 'Вегетарианское') },
          { code: 'diabetic', label: localizedText('Diabetická', 'Diabetikerkost', 'Diabetic', 'Диабетическое') },
        ],
      },
      {
        code: 'cafe',
        label: localizedText('Kavárna', 'Café', 'Café', 'Кафе'),
        detailKinds: ['opening_hours', 'note'],
      },
    ],
  },
];
