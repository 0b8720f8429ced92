/**
 * The first reading of a catalogue: validates every value, checks what needs only the file, and records what needs the
 * database. Memory grows with the number of things named, not with texts or prices.
 */
import type { z } from 'zod';
import { type Day, parseDay } from '../../domain/civil-date.ts';
import { checkAmenityCategory } from './check-hotel.ts';
import { checkOrder } from './check-visit-type.ts';
import { emptyFacts, type FileFacts } from './file-facts.ts';
import type { AmenityCategoryEntry } from './file-hotel.ts';
import { CATALOGUE_FORMAT, type Section, type SectionEntry, sectionSchemas } from './file-schema.ts';
import type { InventoryEntry, VisitTypeEntry } from './file-visit-type.ts';
import { type FileValue, type ReadProgress, UnreadableCatalogue } from './json-elements.ts';
import { type ProblemList, shown } from './problems.ts';
import { identify, name, refer, type SurveySpot } from './remember.ts';
import { type CatalogueSource, readValues } from './source.ts';
import { surveyHotel, surveyVisitType } from './survey-entries.ts';
import { type Remains, validateEntry } from './validate-entry.ts';
import { warnOfVisitType } from './warn-of-visit-type.ts';

/** Where a survey reports, and the day by which it decides what is over. */
interface SurveyReport {
  problems: ProblemList;
  warnings: ProblemList;
  /** Null: no checks against the calendar. */
  today: Day | null;
}

/**
 * Reads the whole catalogue once. Errors go to `problems`, useless values to `warnings`.
 * @returns `complete`: false when it was unreadable, or not read to the end because of too many problems
 */
export async function surveyCatalogue(
  source: CatalogueSource,
  { onRead, ...report }: SurveyReport & { onRead?: ReadProgress },
): Promise<{ facts: FileFacts; complete: boolean }> {
  const facts = emptyFacts();
  const { problems } = report;
  try {
    for await (const value of readValues(source, { problems, onRead })) {
      surveyValue(facts, value, report);
      if (!problems.isFull) continue;
      problems.stoppedAt(value.index === null ? [value.field] : [value.field, value.index]);
      return { facts, complete: false };
    }
  } catch (error) {
    if (!(error instanceof UnreadableCatalogue)) throw error;
    problems.add(error.place, error.code, error.message);
    return { facts, complete: false };
  }
  if (!facts.formatSeen) problems.add(['format'], 'REQUIRED', `is missing; must be ${shown(CATALOGUE_FORMAT)}`);
  return { facts, complete: true };
}

function surveyValue(facts: FileFacts, { field, index, value }: FileValue, report: SurveyReport): void {
  const { problems } = report;
  if (field === 'format') {
    facts.formatSeen = true;
    if (value !== CATALOGUE_FORMAT) {
      problems.add([field], 'VALUE', `${shown(value)} must be ${shown(CATALOGUE_FORMAT)}`);
    }
  } else if (field === '$schema') {
    if (typeof value !== 'string') problems.add([field], 'TYPE', `${shown(value)} must be a string`);
  } else if (!Object.hasOwn(sectionSchemas, field)) {
    if (!index) problems.add([field], 'UNKNOWN_FIELD', `the format has no field ${shown(field)} here`);
  } else if (index === null) {
    problems.add([field], 'TYPE', `${shown(value)} must be a list`);
  } else {
    if (index === 0) facts.order.push(field);
    surveyElement(field as Section, value, { facts, place: [field, index], ...report });
  }
}

/** Checks and records an element of each section, or the valid parts of a faulty one. */
const SURVEYS: { [S in Section]: (entry: Remains<SectionEntry<S>>, spot: SurveySpot) => void } = {
  channels: (channel, spot) => name('channel', channel.code, { ...spot, field: 'code' }),
  destinations: (destination, spot) => identify('destination', destination, spot),
  tags: (tag, spot) => identify('tag', tag, spot),
  loyaltyPrograms: (program, spot) => identify('loyalty program', program, spot),
  visitTypeCategories: (category, spot) => identify('visit type category', category, spot),
  amenityCategories: surveyAmenityCategory,
  hotels: surveyHotel,
  visitTypes: surveyVisitType,
  inventory: surveyInventory,
};

function surveyElement(section: Section, raw: unknown, spot: SurveySpot & SurveyReport): void {
  const { facts } = spot;
  const result = validateEntry(sectionSchemas[section] as z.ZodType, raw, spot);
  const entry = result.ok ? result.entry : result.remains;
  if (entry === undefined || entry === null) return;
  const survey = SURVEYS[section] as (entry: unknown, spot: SurveySpot) => void;
  survey(entry, spot);
  if (result.ok && section === 'visitTypes') warnOfVisitType(entry as VisitTypeEntry, spot);
  if (result.ok && section in facts.entries) (facts.entries as Record<string, unknown[]>)[section]?.push(entry);
}

function surveyAmenityCategory(category: Remains<AmenityCategoryEntry>, spot: SurveySpot): void {
  const { facts, place, problems } = spot;
  checkAmenityCategory(category, spot);
  const { code } = category;
  if (code !== undefined) {
    if (facts.amenityCategories.has(code)) {
      problems.add([...place, 'code'], 'DUPLICATE', `the file already holds an amenity category ${shown(code)}`);
    }
    facts.amenityCategories.add(code);
  }
  for (const [index, amenity] of (category.amenities ?? []).entries()) {
    if (amenity?.code === undefined) continue;
    if (facts.amenities.has(amenity.code)) {
      const message = `the dictionary already holds an amenity ${shown(amenity.code)}`;
      problems.add([...place, 'amenities', index, 'code'], 'DUPLICATE', message);
    }
    facts.amenities.set(amenity.code, {
      detailKinds: new Set(amenity.detailKinds?.filter((kind) => kind !== undefined)),
      options: new Set(amenity.options?.map((option) => option?.code).filter((option) => option !== undefined)),
    });
  }
}

function surveyInventory(entry: Remains<InventoryEntry>, spot: SurveySpot): void {
  const { facts, place } = spot;
  checkOrder(entry, { ...spot, from: 'from', to: 'to' });
  const [from, to] = [parseDay(entry.from ?? ''), parseDay(entry.to ?? '')];
  const { roomTypeId, units } = entry;
  if (roomTypeId === undefined || units === undefined || from === null || to === null || from > to) {
    refer('room type', roomTypeId, { ...spot, place: [...place, 'roomTypeId'] });
  } else {
    // The room type is checked later, on the compact entries: there may be millions.
    facts.inventory.set(Number(place[1]), { roomTypeNumber: roomTypeId, from, to, units });
  }
}
