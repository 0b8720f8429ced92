/** Texts of the desk's frame. */
import { inLanguages } from '../../texts/in-languages.ts';

const en = {
  brand: 'Desk',
  today: 'Today',
  bookings: 'Bookings',
  rooms: 'Rooms',
  prices: 'Prices',
  deliveries: 'Deliveries',
  shop: 'Shop',
  developers: 'For developers',
};

const cs: typeof en = {
  brand: 'Recepce',
  today: 'Dnes',
  bookings: 'Rezervace',
  rooms: 'Pokoje',
  prices: 'Ceny',
  deliveries: 'Doručování',
  shop: 'Obchod',
  developers: 'Pro vývojáře',
};

const de: typeof en = {
  brand: 'Rezeption',
  today: 'Heute',
  bookings: 'Buchungen',
  rooms: 'Zimmer',
  prices: 'Preise',
  deliveries: 'Zustellungen',
  shop: 'Shop',
  developers: 'Für Entwickler',
};

const ru: typeof en = {
  brand: 'Стойка',
  today: 'Сегодня',
  bookings: 'Бронирования',
  rooms: 'Номера',
  prices: 'Цены',
  deliveries: 'Доставка',
  shop: 'Магазин',
  developers: 'Разработчикам',
};

export const useDeskTexts = inLanguages({ cs, de, en, ru });
