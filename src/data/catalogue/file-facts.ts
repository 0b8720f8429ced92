/**
 * What a first reading remembers of a catalogue file: who is named in it, and what has to be looked up in the database.
 * Everything here is small beside the file: numbers and codes, no texts and no prices. Small sections are kept whole.
 */
import type { SectionEntry } from './file-schema.ts';
import { inventoryEntries } from './inventory-entries.ts';
import type { Place } from './problems.ts';

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

/** An ObjectId that the file gives to something. */
export interface GivenObjectId {
  place: Place;
  /** Lower case. */
  id: string;
  /** The number of the thing; for price lists and promotions `[visit type, number]`. */
  key: readonly number[];
}

/** The use of an amenity by a hotel that the file alone does not justify. */
export interface AmenityUse {
  place: Place;
  code: string;
  /** Names of the fields that say something, with the detail kind that each needs. */
  details: readonly { field: string; detailKind: string }[];
  options: readonly (string | undefined)[];
}

/** A price list with rates for room types that the file does not hold, at least not before it. */
export interface UnsettledRates {
  place: Place;
  /** Hotels of the visit type; null: not known. */
  hotelIds: readonly number[] | null;
  /** By position of the rate. */
  roomTypeIds: readonly (number | undefined)[];
}

/** What the dictionary of the file says of an amenity. */
export interface AmenityFacts {
  detailKinds: ReadonlySet<string>;
  options: ReadonlySet<string>;
}

/** The memory of a first reading. */
export type FileFacts = ReturnType<typeof emptyFacts>;

/** The memory before the first value. */
export function emptyFacts() {
  return {
    formatSeen: false,
    /** Sections in the order of the file. */
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
    /** References that the file had not answered when it made them. */
    references: [] as { kind: ReferenceKind; key: number | string; place: Place }[],
    amenityUses: [] as AmenityUse[],
    unsettledRates: [] as UnsettledRates[],
    inventory: inventoryEntries(),
  };
}

/** A copy that does not keep the piece of the file alive from which the text was cut. */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
