/** The demo's unclassified stays, and stays not sold today: out of season, later, or never yet. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { everyYear, monthEnd, monthStart } from './calendar.ts';
import { ALL_MONTHS, demoPriceList, priceListPair } from './prices.ts';
import { localizedText } from './texts.ts';

type VisitTypes = NonNullable<Catalogue['visitTypes']>;

export function otherVisitTypes(today: Day): VisitTypes {
  return [
    {
      id: 116,
      priorityPosition: 90,
      name: localizedText(
        'Ubytování s polopenzí',
        'Übernachtung mit Halbpension',
        'Half board',
        'Проживание с полупансионом',
      ),
      loyaltyProgramIds: [1, 2, 3],
      hotelIds: [1, 2, 3, 4, 5, 6],
      description: localizedText(
        'Pokoj, snídaně a večeře, bez procedur: pro ty, kdo přijeli jen odpočívat.',
        'Zimmer, Frühstück und Abendessen, ohne Anwendungen: für alle, die nur ausruhen wollen.',
        'A room, breakfast and dinner, without treatments: for those who come just to rest.',
        'Номер, завтрак и ужин, без процедур: для тех, кто приехал просто отдохнуть.',
      ),
      nightsMin: 1,
      nightsMax: 30,
      boarding: 'HALF_BOARD',
      availableBoardings: ['HALF_BOARD', 'FULL_BOARD', 'BREAKFAST', 'LUNCH', 'DINNER', 'ALL_INCLUSIVE'],
      priceLists: [
        demoPriceList(today, {
          id: 1,
          currency: 'CZK',
          quotedPer: 'PERSON',
          base: 990,
          roomTypeIds: [11, 12, 13, 21, 22, 23, 31, 32, 41, 42, 51, 52, 61, 62],
          months: ALL_MONTHS,
        }),
        demoPriceList(today, {
          id: 2,
          currency: 'EUR',
          quotedPer: 'PERSON',
          base: 39.5,
          roomTypeIds: [11, 12, 13, 21, 22, 23, 31, 32, 41, 42, 51, 52, 61, 62],
        }),
      ],
    },
    {
      id: 117,
      priorityPosition: 100,
      onDemand: true,
      name: localizedText(
        'Firemní a skupinové pobyty',
        'Firmen und Gruppen',
        'Companies and groups',
        'Для компаний и групп',
      ),
      hotelIds: [1, 5],
      notice: { cs_CZ: 'Nabídku připravíme na míru.', en: 'We will prepare an offer for you.' },
      description: localizedText(
        'Školení dopoledne, bazén odpoledne. Program a sály domluvíme podle vaší skupiny.',
        'Vormittags Seminar, nachmittags Schwimmbad. Programm und Säle nach Absprache.',
        'A seminar in the morning, the pool in the afternoon. Programme and halls as your group needs them.',
        'Утром семинар, днём бассейн. Программа и залы по согласованию.',
      ),
      nightsMin: 1,
      nightsMax: 7,
      boarding: 'FULL_BOARD',
      priceLists: [
        demoPriceList(today, {
          id: 1,
          currency: 'CZK',
          quotedPer: 'ROOM',
          base: 1150,
          roomTypeIds: [11, 13, 51],
          beds: { 13: 3 },
        }),
      ],
      promotions: [
        {
          id: 1,
          name: localizedText('Partnerské skupiny', 'Partnergruppen', 'Partner groups', 'Группы партнёров'),
          percentage: 22.5,
          validFrom: monthStart(today, -1),
          validTo: monthStart(today, 12),
          channels: ['partner'],
        },
      ],
    },
    {
      id: 118,
      priorityPosition: 5,
      name: localizedText('Silvestr v lázních', 'Silvester im Kurort', 'New Year at the spa', 'Новый год на курорте'),
      categoryIds: [5],
      tagIds: [1],
      hotelIds: [1, 2],
      description: localizedText(
        'Pět až sedm nocí přes přelom roku se slavnostní večeří, hudbou a půlnočním přípitkem.',
        'Fünf bis sieben Nächte über den Jahreswechsel mit Festessen, Musik und Mitternachtstoast.',
        'Five to seven nights over the turn of the year, with a gala dinner, music and a toast at midnight.',
        'От пяти до семи ночей на рубеже года: праздничный ужин, музыка и тост в полночь.',
      ),
      nightsMin: 5,
      nightsMax: 7,
      boarding: 'FULL_BOARD',
      priceLists: priceListPair(today, {
        id: 1,
        quotedPer: 'PERSON',
        nights: 5,
        czk: 5 * 2100,
        eur: 5 * 84,
        roomTypeIds: [11, 13, 21, 22],
        seasons: everyYear(today, { from: '12-26', to: '01-03' }),
      }),
    },
    {
      id: 119,
      priorityPosition: 110,
      stayCategory: 'wellness',
      name: localizedText(
        'Časná nabídka minulé sezony',
        'Frühbucher der letzten Saison',
        'Last season’s early offer',
        'Раннее предложение прошлого сезона',
      ),
      categoryIds: [2],
      hotelIds: [1, 4],
      nightsMin: 2,
      nightsMax: 7,
      sellingFrom: monthStart(today, -7),
      sellingTo: monthEnd(today, -1),
      boarding: 'HALF_BOARD',
      priceLists: [
        demoPriceList(today, { id: 1, currency: 'CZK', quotedPer: 'PERSON', base: 890, roomTypeIds: [11, 41] }),
      ],
    },
    {
      id: 120,
      priorityPosition: 120,
      stayCategory: 'health',
      name: localizedText('Jarní očista', 'Frühjahrskur', 'Spring cleanse', 'Весеннее очищение'),
      categoryIds: [1],
      tagIds: [2],
      hotelIds: [2, 5],
      description: localizedText(
        'Lehká strava, bylinné čaje a procedury, které po zimě rozhýbou tělo.',
        'Leichte Kost, Kräutertees und Anwendungen, die den Körper nach dem Winter in Schwung bringen.',
        'Light meals, herbal teas and treatments that get the body going after the winter.',
        'Лёгкое питание, травяные чаи и процедуры, которые пробудят тело после зимы.',
      ),
      nightsMin: 5,
      nightsMax: 14,
      sellingFrom: monthStart(today, 2),
      boarding: 'FULL_BOARD',
      priceLists: priceListPair(today, {
        id: 1,
        quotedPer: 'PERSON',
        czk: 1750,
        eur: 70,
        roomTypeIds: [21, 51],
        afterMonths: 2,
        months: ALL_MONTHS,
      }),
    },
    {
      id: 121,
      priorityPosition: 130,
      name: localizedText(
        'Připravujeme: lázně se psem',
        'In Vorbereitung: Kur mit Hund',
        'Coming soon: a spa with your dog',
        'Скоро: на курорт с собакой',
      ),
      hotelIds: [4],
      nightsMin: 2,
      nightsMax: 14,
      boarding: 'BREAKFAST',
    },
  ];
}
