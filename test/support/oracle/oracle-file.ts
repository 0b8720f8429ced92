/**
 * The shape of a catalogue file for the oracle and the random generator: plain JSON, dates as `YYYY-MM-DD` text, money
 * as decimals. Written from the format's description and deliberately independent of the validator in `src`, so that a
 * mistake there cannot hide here.
 */

export type OracleCurrency = 'CZK' | 'EUR';
export const ORACLE_CURRENCIES: readonly OracleCurrency[] = ['CZK', 'EUR'];
export const ORACLE_WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type OracleWeekday = (typeof ORACLE_WEEKDAYS)[number];

export interface FileLocalized {
  cs_CZ?: string | null;
  de?: string | null;
  en?: string | null;
  ru?: string | null;
}

/** Both ends included. */
export interface FileRange {
  from: string;
  to: string;
}

/** One season of one room type; `from` and `to` are the first and the last priced night. */
export interface FileRate extends FileRange {
  roomTypeId: number;
  amount: number;
}

export interface FilePriceList {
  id: number;
  kind: 'PER_NIGHT' | 'PER_VISIT';
  /** Only PER_VISIT: the length of the package. */
  nights?: number;
  quotedPer: 'ROOM' | 'PERSON';
  currency: OracleCurrency;
  rates: FileRate[];
}

/** Valid for the nights of `[validFrom, validTo)`; null = without end. */
export interface FilePromotion {
  id: number;
  name: FileLocalized;
  percentage: number;
  validFrom: string;
  validTo: string | null;
  channels: string[];
  hotelIds: number[] | null;
}

export interface FileRoomType {
  id: number;
  code: string;
  category: FileLocalized;
  beds: number;
  images: FileImage[];
}

export interface FileImage {
  url: string;
  thumbnailUrl: string;
  width: number | null;
  height: number | null;
  alt: FileLocalized;
  variants: Record<string, string>;
}

export interface FileHotel {
  id: number;
  code: string;
  name: string;
  destinationId: number;
  stars: number;
  shortDescription: FileLocalized;
  description?: FileLocalized;
  taglines: { channel: string; text: FileLocalized }[];
  accommodationRules: Record<string, unknown>;
  mealServices: { boarding: string; servedAs: string; from: string; to: string }[];
  indicationCodes: string[];
  staffLanguageCodes: string[];
  images: FileImage[];
  amenities: Record<string, unknown>[];
  roomTypes: FileRoomType[];
}

export interface FileVisitType {
  id: number;
  priorityPosition: number;
  onDemand: boolean;
  stayCategory: 'health' | 'wellness' | null;
  name: FileLocalized;
  categoryIds: number[];
  tagIds: number[];
  loyaltyProgramIds: number[];
  hotelIds: number[];
  bookingUrl: FileLocalized;
  description: FileLocalized;
  commercialSlogan: FileLocalized;
  notice: FileLocalized;
  services: FileLocalized;
  inclusions?: { name: FileLocalized }[];
  nightsMin: number;
  nightsMax: number;
  reservationTimeSpan: 'DAYS' | 'WEEKS';
  startingDays: OracleWeekday[];
  timeConstraints: FileRange[];
  sellingFrom: string | null;
  sellingTo: string | null;
  cancellationTerms: { daysBeforeArrival: number; percentage: number }[];
  procedures: number;
  procedureFrequency: 'DAY' | 'WEEK' | 'VISIT';
  proceduresPerDay: number;
  boarding: string;
  availableBoardings: string[];
  priceLists: FilePriceList[];
  promotions: FilePromotion[];
}

/** Recorded capacity per night, sold units included; later entries override earlier ones. */
export interface FileInventory extends FileRange {
  roomTypeId: number;
  units: number;
  /** Absent: open. */
  closed?: boolean;
}

export interface FileNamed {
  id: number;
  name: FileLocalized;
}

export interface CatalogueFile {
  format: 'spa-stay-catalogue/1';
  channels: { code: string; name: string }[];
  destinations: FileNamed[];
  tags: (FileNamed & { color: string })[];
  loyaltyPrograms: (FileNamed & { percentage: number })[];
  visitTypeCategories: FileNamed[];
  amenityCategories: Record<string, unknown>[];
  hotels: FileHotel[];
  visitTypes: FileVisitType[];
  inventory: FileInventory[];
}
