/** Texts of the shop's frame. */
import { inLanguages } from '../../texts/in-languages.ts';

const en = {
  brand: 'Spa stays',
  offers: 'Offers',
  myBooking: 'My booking',
  developers: 'For developers',
  desk: 'For hotels',
  mail: 'E-mails of the demo',
};

const cs: typeof en = {
  brand: 'Lázeňské pobyty',
  offers: 'Nabídky',
  myBooking: 'Moje rezervace',
  developers: 'Pro vývojáře',
  desk: 'Pro hotely',
  mail: 'E-maily ukázky',
};

const de: typeof en = {
  brand: 'Kuraufenthalte',
  offers: 'Angebote',
  myBooking: 'Meine Buchung',
  developers: 'Für Entwickler',
  desk: 'Für Hotels',
  mail: 'E-Mails der Demo',
};

const ru: typeof en = {
  brand: 'Отдых на курорте',
  offers: 'Предложения',
  myBooking: 'Моё бронирование',
  developers: 'Разработчикам',
  desk: 'Отелям',
  mail: 'Письма демоверсии',
};

export const useShopTexts = inLanguages({ cs, de, en, ru });
