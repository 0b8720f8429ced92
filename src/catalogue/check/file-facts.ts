/**
 * What the first reading of a catalogue file collects: the things it names, and what must be looked up in the database. It is
 * small beside the file: numbers and codes, no texts and no prices. Small sections are there as a whole.
 */
import type { SalesTermsEntry, SalesTermsField, SectionEntry } from '../file/file-schema.ts';
import type { Place } from '../file/problems.ts';
import { createInventoryEntries } from './inventory-entries.ts';

/** Kinds of things that others refer to by number or code. */
export type ReferenceKind =
  | 'channel'
  | 'destination'
  | 'tag'
  | 'loyalty program'
  | 'visit type category'
  | 'hotel'
  | 'room type';

/** Kinds of things that have an ObjectId. */
export type IdentifiedKind = Exclude<ReferenceKind, 'channel'> | 'visit type' | 'price list' | 'promotion';

/** An ObjectId given in the file. */
export interface GivenObjectId {
  place: Place;
  /** Lower case. */
  id: string;
  /** The number of the thing; for price lists and promotions `[visit type, number]`. */
  key: readonly number[];
}

/** A hotel's amenity that the file alone cannot validate. */
export interface AmenityUse {
  place: Place;
  code: string;
  /** The fields that are filled in, each with the detail kind it needs. */
  details: readonly { field: string; detailKind: string }[];
  options: readonly (string | undefined)[];
}

/** A price list with rates for room types that were not in the file before it. */
export interface UnsettledRates {
  place: Place;
  /** Hotels of the visit type; null: not known. */
  hotels: ReadonlySet<number | undefined> | null;
  /** The room type of each rate, in the order of the rates. */
  roomTypeIds: readonly (number | undefined)[];
}

/** An amenity of the file's dictionary. */
export interface AmenityFacts {
  detailKinds: ReadonlySet<string>;
  options: ReadonlySet<string>;
}

export type FileFacts = ReturnType<typeof createFacts>;

export function createFacts() {
  return {
    formatSeen: false,
    /** The fields of the whole catalogue that the file has. */
    salesTerms: {} as Partial<Pick<SalesTermsEntry, SalesTermsField>>,
    /** In file order. */
    order: [] as string[],
    entries: {
      channels: [] as SectionEntry<'channels'>[],
      destinations: [] as SectionEntry<'destinations'>[],
      tags: [] as SectionEntry<'tags'>[],
      loyaltyPrograms: [] as SectionEntry<'loyaltyPrograms'>[],
      visitTypeCategories: [] as SectionEntry<'visitTypeCategories'>[],
      amenityCategories: [] as SectionEntry<'amenityCategories'>[],
    },
    named: {
      channel: new Set<string>(),
      destination: new Set<number>(),
      tag: new Set<number>(),
      'loyalty program': new Set<number>(),
      'visit type category': new Set<number>(),
      hotel: new Set<number>(),
      'room type': new Set<number>(),
      'visit type': new Set<number>(),
    },
    amenityCategories: new Set<string>(),
    amenities: new Map<string, AmenityFacts>(),
    hotels: new Map<number, { code: string | undefined; place: Place }>(),
    roomTypes: new Map<number, { hotelNumber: number | undefined; place: Place }>(),
    objectIds: new Map<IdentifiedKind, GivenObjectId[]>(),
    /** References to what the file had not named before. */
    references: [] as { kind: ReferenceKind; key: number | string; place: Place }[],
    amenityUses: [] as AmenityUse[],
    unsettledRates: [] as UnsettledRates[],
    inventory: createInventoryEntries(),
    /** How often something is referred to that the file had not named before. */
    unsettled: 0,
  };
}
