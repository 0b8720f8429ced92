/** The demo's special spa cures: limited to parts of the year, sold for a time, on demand, in one currency. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { everyYear, monthEnd, monthStart } from './calendar.ts';
import { ALL_MONTHS, demoPriceList, priceListPair } from './prices.ts';
import { localizedText } from './texts.ts';

export function specialVisitTypes(today: Day): NonNullable<Catalogue['visitTypes']> {
  const health = { stayCategory: 'health' as const, categoryIds: [1] };
  return [
    {
      ...health,
      id: 105,
      priorityPosition: 50,
      name: localizedText('Dýcháme s dětmi', 'Durchatmen mit Kindern', 'Breathing with children', 'Дышим с детьми'),
      tagIds: [3],
      hotelIds: [5, 6],
      notice: {
        cs_CZ: 'Jen v době školních prázdnin.',
        de: 'Nur in den Schulferien.',
        en: 'During school holidays only.',
      },
      description: localizedText(
        'Mořský vzduch ze solné jeskyně, plavání a dýchání hrou: pro děti od tří let s rodiči nebo prarodiči.',
        'Meeresluft aus der Salzgrotte, Schwimmen und Atmen als Spiel: für Kinder ab drei Jahren mit Eltern oder Großeltern.',
        'Sea air from the salt cave, swimming and breathing as a game: for children from three, with parents or grandparents.',
        'Морской воздух соляной пещеры, плавание и дыхание в игре: для детей с трёх лет с родителями или бабушками и дедушками.',
      ),
      nightsMin: 5,
      nightsMax: 14,
      timeConstraints: [
        ...everyYear(today, { from: '02-01', to: '03-15' }),
        ...everyYear(today, { from: '06-28', to: '09-01' }),
      ],
      procedures: 10,
      procedureFrequency: 'VISIT',
      proceduresPerDay: 2,
      boarding: 'HALF_BOARD',
      priceLists: [
        demoPriceList(today, {
          id: 1,
          currency: 'CZK',
          quotedPer: 'PERSON',
          base: 1190,
          roomTypeIds: [51, 61],
          months: ALL_MONTHS,
        }),
      ],
    },
    {
      ...health,
      id: 106,
      priorityPosition: 60,
      name: localizedText('Senior 60+', 'Senioren 60+', 'Seniors 60+', 'Для тех, кому за 60'),
      categoryIds: [1, 4],
      tagIds: [4],
      loyaltyProgramIds: [1],
      hotelIds: [1, 3, 4],
      description: {
        cs_CZ: 'Týden lázní mimo hlavní sezonu, cena za celý pokoj.',
        de: 'Eine Kurwoche in der Nebensaison, Preis pro Zimmer.',
        en: 'A week at the spa in low season, priced by the room.',
        ru: 'Неделя на курорте в низкий сезон, цена за номер.',
      },
      nightsMin: 7,
      nightsMax: 7,
      startingDays: ['SUN'],
      timeConstraints: everyYear(today, { from: '10-01', to: '05-31' }),
      sellingFrom: monthStart(today, -2),
      sellingTo: monthEnd(today, 9),
      procedures: 12,
      procedureFrequency: 'VISIT',
      proceduresPerDay: 3,
      boarding: 'HALF_BOARD',
      availableBoardings: ['HALF_BOARD'],
      priceLists: priceListPair(today, {
        id: 1,
        quotedPer: 'ROOM',
        nights: 7,
        czk: 7 * 1090,
        eur: 7 * 44,
        roomTypeIds: [11, 31, 41],
      }),
    },
    {
      ...health,
      id: 107,
      priorityPosition: 70,
      onDemand: true,
      name: localizedText('Program při cukrovce', 'Diabetesprogramm', 'Diabetes programme', 'Программа при диабете'),
      hotelIds: [2],
      notice: {
        cs_CZ: 'Termín potvrzuje lékař.',
        de: 'Den Termin bestätigt der Arzt.',
        en: 'The physician confirms the date.',
        ru: '',
      },
      description: localizedText(
        'Pod dohledem diabetologa: měření, dieta, pohyb a tři procedury denně. Termín potvrdí hotel.',
        'Mit einem Diabetologen: Messungen, Diät, Bewegung und drei Anwendungen täglich. Den Termin bestätigt das Hotel.',
        'With a diabetologist: measurements, diet, exercise and three treatments a day. The hotel confirms the date.',
        'Под наблюдением диабетолога: измерения, диета, движение и три процедуры в день. Дату подтверждает отель.',
      ),
      nightsMin: 10,
      nightsMax: 21,
      procedures: 3,
      procedureFrequency: 'DAY',
      proceduresPerDay: 3,
      boarding: 'FULL_BOARD',
      priceLists: priceListPair(today, { id: 1, quotedPer: 'PERSON', czk: 1890, eur: 76, roomTypeIds: [21, 23] }),
    },
    {
      ...health,
      id: 108,
      priorityPosition: 80,
      name: localizedText('Dechová kúra', 'Atemkur Marienbad', 'Marienbad breathing cure', 'Лечение дыхания'),
      hotelIds: [3],
      description: localizedText(
        'Minerální prameny, inhalace a lesní vzduch: patnáct procedur týdně pro průdušky a plíce.',
        'Mineralquellen, Inhalationen und Waldluft: fünfzehn Anwendungen pro Woche für Bronchien und Lunge.',
        'Mineral springs, inhalations and forest air: fifteen treatments a week for bronchi and lungs.',
        'Минеральные источники, ингаляции и лесной воздух: пятнадцать процедур в неделю для бронхов и лёгких.',
      ),
      nightsMin: 7,
      nightsMax: 21,
      startingDays: ['MON'],
      procedures: 15,
      procedureFrequency: 'WEEK',
      proceduresPerDay: 3,
      boarding: 'FULL_BOARD',
      priceLists: [
        demoPriceList(today, { id: 1, currency: 'EUR', quotedPer: 'PERSON', base: 71, roomTypeIds: [31, 32] }),
      ],
    },
  ];
}
