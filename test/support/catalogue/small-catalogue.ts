/**
 * A catalogue small enough to know by heart, with round numbers, that shows every rule of the REST interface. It is
 * made for one day, Sunday 10 January 2027 (`TODAY`), so that the last night for sale is 10 January 2029.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { roomByRoomVisitTypes, searchInventory } from './small-catalogue-search.ts';

export const TODAY = '2027-01-10';
export const LAST_NIGHT = '2029-01-10';

/** ObjectIds of some entities, for look-ups; the others are generated. */
export const OBJECT_IDS = {
  destination1: 'd00000000000000000000001',
  hotel1: 'a00000000000000000000001',
  roomType11: 'b00000000000000000000011',
  visitType101: 'c00000000000000000000101',
  loyaltyProgram1: 'e00000000000000000000001',
};

export type VisitTypeEntry = NonNullable<Catalogue['visitTypes']>[number];

const YEAR = { from: '2027-01-01', to: '2027-12-31' };

/** 101: any stay of 2 to 14 nights. Beds: room types 11 and 21 have two, 12 has one, 13 has three. */
const CLASSIC: VisitTypeEntry = {
  id: 101,
  _id: OBJECT_IDS.visitType101,
  priorityPosition: 1,
  stayCategory: 'health',
  name: { cs_CZ: 'Klasika', de: 'Klassik', en: 'Classic', ru: null },
  categoryIds: [1],
  tagIds: [1],
  loyaltyProgramIds: [1, 2],
  hotelIds: [1, 2],
  bookingUrl: { en: 'https://spa.example/classic' },
  description: { cs_CZ: '', en: 'A cure.' },
  commercialSlogan: { en: 'Rest.' },
  notice: { de: 'Bitte' },
  services: { ru: 'Ванны' },
  nightsMin: 2,
  nightsMax: 14,
  procedures: 18,
  procedureFrequency: 'WEEK',
  proceduresPerDay: 3,
  boarding: 'HALF_BOARD',
  availableBoardings: ['HALF_BOARD', 'FULL_BOARD'],
  priceLists: [
    {
      id: 1,
      kind: 'PER_NIGHT',
      quotedPer: 'PERSON',
      currency: 'CZK',
      rates: [
        { roomTypeId: 11, ...YEAR, amount: 1000 },
        { roomTypeId: 12, ...YEAR, amount: 1500 },
        { roomTypeId: 13, ...YEAR, amount: 1100 },
        { roomTypeId: 21, ...YEAR, amount: 900 },
      ],
    },
    {
      id: 2,
      kind: 'PER_NIGHT',
      quotedPer: 'ROOM',
      currency: 'EUR',
      rates: [{ roomTypeId: 11, from: '2027-01-01', to: '2027-06-30', amount: 100 }],
    },
  ],
  promotions: [
    {
      id: 1,
      name: { en: 'Spring' },
      percentage: 10,
      validFrom: '2027-03-01',
      validTo: '2027-04-01',
      channels: ['public'],
    },
    {
      id: 2,
      name: { en: 'Aurora' },
      percentage: 20,
      validFrom: '2027-03-11',
      validTo: '2027-03-21',
      channels: ['public', 'partner'],
      hotelIds: [1],
    },
    { id: 3, name: { en: 'Partner' }, percentage: 50, validFrom: '2027-05-01', validTo: null, channels: ['partner'] },
    { id: 4, name: { en: 'Over' }, percentage: 30, validFrom: '2026-01-01', validTo: TODAY, channels: ['public'] },
    { id: 5, name: { en: 'Later' }, percentage: 12.5, validFrom: '2028-05-01', validTo: null, channels: ['public'] },
    {
      id: 6,
      name: { en: 'Borealis' },
      percentage: 5,
      validFrom: '2028-01-01',
      validTo: '2028-02-01',
      channels: ['public'],
      hotelIds: [2],
    },
  ],
};

/** 102: whole weeks from a Sunday, in spring or autumn. */
const WEEKLY: VisitTypeEntry = {
  id: 102,
  priorityPosition: 2,
  stayCategory: 'health',
  name: { en: 'Weekly' },
  categoryIds: [1],
  hotelIds: [1],
  boarding: 'FULL_BOARD',
  nightsMin: 5,
  nightsMax: 21,
  reservationTimeSpan: 'WEEKS',
  startingDays: ['SUN'],
  timeConstraints: [
    { from: '2027-02-01', to: '2027-05-31' },
    { from: '2027-09-01', to: '2027-10-31' },
  ],
  priceLists: [
    {
      id: 1,
      kind: 'PER_NIGHT',
      quotedPer: 'ROOM',
      currency: 'CZK',
      rates: [{ roomTypeId: 11, ...YEAR, amount: 2000 }],
    },
  ],
};

/** 103: on request only, priced beyond the last night for sale. */
const ON_REQUEST: VisitTypeEntry = {
  id: 103,
  priorityPosition: 3,
  onDemand: true,
  stayCategory: 'wellness',
  name: { en: 'On request' },
  hotelIds: [1],
  boarding: 'BREAKFAST',
  nightsMin: 1,
  nightsMax: 5,
  priceLists: [
    {
      id: 1,
      kind: 'PER_NIGHT',
      quotedPer: 'ROOM',
      currency: 'EUR',
      rates: [{ roomTypeId: 11, from: '2027-01-01', to: '2030-12-31', amount: 120 }],
    },
  ],
};

/** 104: a package of three nights in February, 240.00 EUR for the room. */
const PACKAGE: VisitTypeEntry = {
  id: 104,
  priorityPosition: 4,
  stayCategory: 'wellness',
  name: { en: 'Package' },
  categoryIds: [2],
  hotelIds: [3],
  boarding: 'FULL_BOARD',
  nightsMin: 3,
  nightsMax: 3,
  priceLists: [
    {
      id: 1,
      kind: 'PER_VISIT',
      nights: 3,
      quotedPer: 'ROOM',
      currency: 'EUR',
      rates: [{ roomTypeId: 31, from: '2027-02-01', to: '2027-02-28', amount: 240 }],
    },
  ],
};

/** 105: its selling period ended yesterday. */
const ENDED: VisitTypeEntry = {
  id: 105,
  priorityPosition: 5,
  name: { en: 'Ended' },
  hotelIds: [1],
  boarding: 'HALF_BOARD',
  nightsMin: 1,
  nightsMax: 7,
  sellingTo: '2027-01-09',
  priceLists: [
    { id: 1, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'CZK', rates: [{ roomTypeId: 11, ...YEAR, amount: 10 }] },
  ],
};

/** 106: crowns until 10 February, euros from the 11th. */
const SPLIT: VisitTypeEntry = {
  id: 106,
  priorityPosition: 6,
  name: { en: 'Split' },
  hotelIds: [3],
  boarding: 'BREAKFAST',
  nightsMin: 1,
  nightsMax: 10,
  priceLists: [
    {
      id: 1,
      kind: 'PER_NIGHT',
      quotedPer: 'ROOM',
      currency: 'CZK',
      rates: [{ roomTypeId: 31, from: '2027-02-01', to: '2027-02-10', amount: 3000 }],
    },
    {
      id: 2,
      kind: 'PER_NIGHT',
      quotedPer: 'ROOM',
      currency: 'EUR',
      rates: [{ roomTypeId: 31, from: '2027-02-11', to: '2027-02-28', amount: 90 }],
    },
  ],
};

/** 107: nothing to sell. It shares the position of 106, so its number decides. */
const UNPRICED: VisitTypeEntry = {
  id: 107,
  priorityPosition: 6,
  name: { en: 'Unpriced' },
  hotelIds: [2],
  boarding: 'BREAKFAST',
  nightsMin: 3,
  nightsMax: 4,
};

export const SMALL_CATALOGUE: Catalogue = {
  format: 'spa-stay-catalogue/1',
  channels: [
    { code: 'public', name: 'Public' },
    { code: 'partner', name: 'Partners' },
  ],
  destinations: [
    { id: 1, _id: OBJECT_IDS.destination1, name: { cs_CZ: 'Údolí', de: 'Tal', en: 'Valley', ru: null } },
    { id: 2, name: { cs_CZ: 'Hora', de: 'Berg', en: 'Mountain', ru: '' } },
  ],
  tags: [{ id: 1, name: { en: 'New' }, color: '2f9e44' }],
  loyaltyPrograms: [
    { id: 1, _id: OBJECT_IDS.loyaltyProgram1, name: { cs_CZ: 'Zlatý', en: 'Gold' }, percentage: 10 },
    { id: 2, name: { en: 'Silver' }, percentage: 5 },
    { id: 3, name: { en: 'Nowhere' }, percentage: 50 },
  ],
  visitTypeCategories: [
    { id: 1, name: { cs_CZ: 'Kúry', en: 'Cures' } },
    { id: 2, name: { en: 'Weekends' } },
  ],
  hotels: [
    {
      id: 1,
      _id: OBJECT_IDS.hotel1,
      code: 'aurora',
      name: 'Hotel Aurora',
      destinationId: 1,
      stars: 4,
      roomTypes: [
        { id: 11, _id: OBJECT_IDS.roomType11, code: 'DBL', beds: 2 },
        { id: 12, code: 'SGL', beds: 1 },
        { id: 13, code: 'FAM', beds: 3 },
      ],
    },
    {
      id: 2,
      code: 'borealis',
      name: 'Hotel Borealis',
      destinationId: 2,
      stars: 3,
      roomTypes: [{ id: 21, code: 'DBL', beds: 2 }],
    },
    {
      id: 3,
      code: 'cirrus',
      name: 'Hotel Cirrus',
      destinationId: 1,
      stars: 5,
      roomTypes: [{ id: 31, code: 'DBL', beds: 2 }],
    },
    {
      id: 4,
      code: 'duo',
      name: 'Hotel Duo',
      destinationId: 2,
      stars: 3,
      roomTypes: [
        { id: 41, code: 'A', beds: 2 },
        { id: 42, code: 'B', beds: 1 },
        { id: 43, code: 'C', beds: 2 },
        { id: 44, code: 'D', beds: 2 },
        { id: 45, code: 'E', beds: 2 },
        { id: 46, code: 'F', beds: 2 },
      ],
    },
  ],
  visitTypes: [CLASSIC, WEEKLY, ON_REQUEST, PACKAGE, ENDED, SPLIT, UNPRICED, ...roomByRoomVisitTypes()],
  inventory: [
    { roomTypeId: 11, from: '2027-02-01', to: '2027-12-31', units: 2 },
    { roomTypeId: 11, from: '2027-02-10', to: '2027-02-12', units: 0 },
    { roomTypeId: 12, from: '2027-02-01', to: '2027-12-31', units: 1 },
    { roomTypeId: 31, from: '2027-02-01', to: '2027-02-28', units: 1 },
    ...searchInventory(),
  ],
};
