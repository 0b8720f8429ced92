/** The demo's amenity dictionary: every kind of detail is used by some entry, and one entry has none. */
import type { Catalogue } from '../catalogue/file-schema.ts';
import { inAll } from './texts.ts';

export const demoAmenities: NonNullable<Catalogue['amenityCategories']> = [
  {
    code: 'wellness',
    name: inAll('Wellness a bazény', 'Wellness und Bäder', 'Wellness and pools', 'Велнес и бассейны'),
    amenities: [
      {
        code: 'sauna',
        label: inAll('Sauna', 'Sauna', 'Sauna', 'Сауна'),
        detailKinds: ['access', 'options', 'opening_hours', 'note'],
        options: [
          { code: 'finnish', label: inAll('Finská', 'Finnische', 'Finnish', 'Финская') },
          { code: 'steam', label: inAll('Parní', 'Dampfbad', 'Steam bath', 'Паровая') },
          { code: 'infrared', label: { cs_CZ: 'Infrasauna', de: 'Infrarot', en: 'Infrared' } },
        ],
      },
      {
        code: 'pool',
        label: inAll('Bazén', 'Schwimmbad', 'Swimming pool', 'Бассейн'),
        detailKinds: ['access', 'opening_hours', 'area', 'temperature', 'age_limit', 'note'],
      },
      {
        code: 'thermal_spring',
        label: inAll('Léčivý pramen', 'Heilquelle', 'Mineral spring', 'Минеральный источник'),
        detailKinds: ['distance', 'temperature', 'note'],
      },
      {
        code: 'fitness',
        label: inAll('Posilovna', 'Fitnessraum', 'Gym', 'Тренажёрный зал'),
        detailKinds: ['access', 'area', 'age_limit'],
      },
    ],
  },
  {
    code: 'services',
    name: inAll('Služby', 'Service', 'Services', 'Услуги'),
    amenities: [
      {
        code: 'parking',
        label: inAll('Parkování', 'Parken', 'Parking', 'Парковка'),
        detailKinds: ['access', 'options', 'quantity', 'distance', 'note'],
        options: [
          { code: 'garage', label: inAll('Garáž', 'Garage', 'Garage', 'Гараж') },
          { code: 'outdoor', label: inAll('Venkovní', 'Im Freien', 'Outdoor', 'Открытая') },
        ],
      },
      {
        code: 'charging_station',
        label: { cs_CZ: 'Nabíjecí stanice', de: 'Ladestation', en: 'Charging station', ru: null },
        detailKinds: ['access', 'quantity'],
      },
      { code: 'wifi', label: inAll('Wi-Fi', 'WLAN', 'Wi-Fi', 'Wi-Fi'), detailKinds: ['access'] },
      { code: 'lift', label: inAll('Výtah', 'Aufzug', 'Lift', 'Лифт'), detailKinds: [] },
    ],
  },
  {
    code: 'dining',
    name: inAll('Stravování', 'Verpflegung', 'Dining', 'Питание'),
    amenities: [
      {
        code: 'special_diet',
        label: inAll('Dietní strava', 'Diätkost', 'Special diets', 'Диетическое питание'),
        detailKinds: ['options', 'note'],
        options: [
          { code: 'gluten_free', label: inAll('Bezlepková', 'Glutenfrei', 'Gluten-free', 'Безглютеновое') },
          { code: 'vegetarian', label: inAll('Vegetariánská', 'Vegetarisch', 'Vegetarian', 'Вегетарианское') },
          { code: 'diabetic', label: inAll('Diabetická', 'Diabetikerkost', 'Diabetic', 'Диабетическое') },
        ],
      },
      {
        code: 'cafe',
        label: inAll('Kavárna', 'Café', 'Café', 'Кафе'),
        detailKinds: ['opening_hours', 'note'],
      },
    ],
  },
];
