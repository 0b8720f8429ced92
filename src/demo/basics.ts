/** The demo's channels, destinations, tags, loyalty programmes and categories. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { localizedText } from './texts.ts';

export const demoBasics = {
  channels: [
    { code: 'public', name: 'Public' },
    { code: 'partner', name: 'Partners' },
  ],
  destinations: [
    { id: 1, name: localizedText('Karlovy Vary', 'Karlsbad', 'Karlovy Vary', 'Карловы Вары') },
    { id: 2, name: localizedText('Mariánské Lázně', 'Marienbad', 'Mariánské Lázně', 'Марианские Лазне') },
    { id: 3, name: localizedText('Luhačovice', 'Luhatschowitz', 'Luhačovice', 'Лугачовице') },
  ],
  tags: [
    { id: 1, name: localizedText('Nejprodávanější', 'Bestseller', 'Bestseller', 'Хит продаж'), color: '2f9e44' },
    { id: 2, name: localizedText('Novinka', 'Neu', 'New', 'Новинка'), color: '1971c2' },
    { id: 3, name: { cs_CZ: 'Pro rodiny', de: 'Für Familien', en: 'For families' }, color: 'e8590c' },
    { id: 4, name: { cs_CZ: '60+', de: '60+', en: '60+', ru: '60+' }, color: '862e9c' },
  ],
  loyaltyPrograms: [
    { id: 1, name: localizedText('Klub Pramen', 'Quellenclub', 'Spring Club', 'Клуб «Источник»'), percentage: 5 },
    { id: 2, name: localizedText('Zlatý klub', 'Goldclub', 'Gold Club', 'Золотой клуб'), percentage: 7.5 },
    { id: 3, name: { cs_CZ: 'Pojištěnci partnerské pojišťovny', de: 'Partnerkasse', en: null }, percentage: 10 },
  ],
  visitTypeCategories: [
    { id: 1, name: localizedText('Léčebné pobyty', 'Kuraufenthalte', 'Spa cures', 'Лечебные программы') },
    { id: 2, name: localizedText('Wellness', 'Wellness', 'Wellness', 'Велнес') },
    { id: 3, name: localizedText('Krátké pobyty', 'Kurzaufenthalte', 'Short breaks', 'Короткие программы') },
    { id: 4, name: localizedText('Pro seniory', 'Für Senioren', 'For seniors', 'Для пожилых') },
    { id: 5, name: { cs_CZ: 'Sváteční pobyty', de: 'Feiertage', en: 'Festive stays', ru: '' } },
  ],
} satisfies Partial<Catalogue>;
