/**
 * The part of the small catalogue about the search for the first bookable month, all at hotel 4: availability is chosen
 * room by room.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';

type VisitTypeEntry = NonNullable<Catalogue['visitTypes']>[number];
type InventoryEntry = NonNullable<Catalogue['inventory']>[number];

function pricedInCrowns(
  visitType: Omit<VisitTypeEntry, 'boarding' | 'hotelIds' | 'priceLists'>,
  seasons: readonly { roomTypeId: number; from: string; to: string }[],
): VisitTypeEntry {
  const rates = seasons.map((season) => ({ ...season, amount: 2000 }));
  const priceLists: VisitTypeEntry['priceLists'] = [
    { id: 1, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'CZK', rates },
  ];
  return { ...visitType, boarding: 'BREAKFAST', hotelIds: [4], priceLists };
}

/**
 * 108: four nights; room types 41 and 42 share February between them, 42 is free in April, 41 in June.
 * 109: four nights in room type 43; in March the night after the last free one has no price, in May it has one.
 * 110: one night in room type 45, free on the last night but one for sale, or 46, free only beyond.
 * 111: four nights in room type 44, free only across the end of July. 112: two of them, from a Sunday.
 */
export function roomByRoomVisitTypes(): VisitTypeEntry[] {
  const always = { from: '2027-01-01', to: '2030-12-31' };
  return [
    pricedInCrowns({ id: 108, priorityPosition: 8, name: { en: 'Duo' }, nightsMin: 4, nightsMax: 7 }, [
      { roomTypeId: 41, ...always },
      { roomTypeId: 42, ...always },
    ]),
    pricedInCrowns({ id: 109, priorityPosition: 9, name: { en: 'Check-out' }, nightsMin: 4, nightsMax: 4 }, [
      { roomTypeId: 43, from: '2027-03-10', to: '2027-03-13' },
      { roomTypeId: 43, from: '2027-05-10', to: '2027-05-14' },
    ]),
    pricedInCrowns({ id: 110, priorityPosition: 10, name: { en: 'Horizon' }, nightsMin: 1, nightsMax: 7 }, [
      { roomTypeId: 45, ...always },
      { roomTypeId: 46, ...always },
    ]),
    pricedInCrowns({ id: 111, priorityPosition: 11, name: { en: 'Turn' }, nightsMin: 4, nightsMax: 7 }, [
      { roomTypeId: 44, ...always },
    ]),
    pricedInCrowns(
      { id: 112, priorityPosition: 12, name: { en: 'Sunday' }, nightsMin: 2, nightsMax: 7, startingDays: ['SUN'] },
      [{ roomTypeId: 44, ...always }],
    ),
  ];
}

export function searchInventory(): InventoryEntry[] {
  return [
    { roomTypeId: 41, from: '2027-02-01', to: '2027-02-03', units: 1 },
    { roomTypeId: 42, from: '2027-02-04', to: '2027-02-06', units: 1 },
    { roomTypeId: 42, from: '2027-04-10', to: '2027-04-20', units: 1 },
    { roomTypeId: 41, from: '2027-06-10', to: '2027-06-20', units: 1 },
    { roomTypeId: 43, from: '2027-03-10', to: '2027-03-13', units: 1 },
    { roomTypeId: 43, from: '2027-05-10', to: '2027-05-13', units: 1 },
    { roomTypeId: 44, from: '2027-07-30', to: '2027-08-02', units: 1 },
    { roomTypeId: 45, from: '2029-01-09', to: '2029-01-09', units: 1 },
    { roomTypeId: 46, from: '2029-01-11', to: '2029-01-31', units: 1 },
  ];
}
