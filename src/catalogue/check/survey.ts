/**
 * The first reading of a catalogue: validates every value, checks what needs only the file, and records what needs the
 * database. Memory grows with the number of things named, not with texts or prices.
 */
import type { z } from 'zod';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';
import type { AmenityCategoryEntry } from '../file/file-hotel.ts';
import {
  CATALOGUE_FORMAT,
  type SalesTermsField,
  type Section,
  type SectionEntry,
  salesTermsFields,
  sectionSchemas,
} from '../file/file-schema.ts';
import type { InventoryEntry, VisitTypeEntry } from '../file/file-visit-type.ts';
import { type FileValue, type ReadOptions, UNCHARGED, UnreadableCatalogue } from '../file/json-reader.ts';
import { formatValue, type ProblemList, type WarningList } from '../file/problems.ts';
import { type CatalogueSource, readValues } from '../file/source.ts';
import { checkAmenityCategory } from './check-hotel.ts';
import { checkOrder } from './check-visit-type.ts';
import { createFacts, type FileFacts } from './file-facts.ts';
import { HopelessReferences, type ReferencesInAdvance } from './hopeless-references.ts';
import { recordEntity, recordName, recordReference, type SurveyContext } from './record-facts.ts';
import { surveyHotel, surveyVisitType } from './survey-entries.ts';
import { type Salvaged, validateEntry } from './validate-entry.ts';
import { warnAboutVisitType } from './warn-about-visit-type.ts';

/** Where a survey reports, and the day that decides what has ended. */
interface SurveyReport {
  problems: ProblemList;
  warnings: WarningList;
  /** Null: no checks against the calendar. */
  today: Day | null;
}

/**
 * Reads the whole catalogue once. Errors go to `problems`, useless values to `warnings`.
 * @returns `complete`: false when it was unreadable, or not read to the end because of too many problems
 */
export async function surveyCatalogue(
  source: CatalogueSource,
  {
    onRead,
    references,
    working = UNCHARGED,
    ...report
  }: SurveyReport & { references: ReferencesInAdvance } & Pick<ReadOptions, 'onRead' | 'working'>,
): Promise<{ facts: FileFacts; complete: boolean }> {
  const facts = createFacts();
  const { problems } = report;
  const hopeless = new HopelessReferences(source, references, working);
  try {
    for await (const value of readValues(source, { problems, onRead, working })) {
      working(() => surveyValue(facts, value, report));
      await hopeless.look(facts, value.field, problems);
      if (!problems.isFull) continue;
      problems.markStopped(value.index === null ? [value.field] : [value.field, value.index]);
      return { facts, complete: false };
    }
  } catch (error) {
    if (!(error instanceof UnreadableCatalogue)) throw error;
    problems.add(error.place, error.code, error.message);
    return { facts, complete: false };
  }
  if (!facts.formatSeen) problems.add(['format'], 'REQUIRED', `is missing; must be ${formatValue(CATALOGUE_FORMAT)}`);
  return { facts, complete: true };
}

function surveyValue(facts: FileFacts, { field, index, value }: FileValue, report: SurveyReport): void {
  const { problems } = report;
  if (field === 'format') {
    facts.formatSeen = true;
    if (index === 0 || (index === null && value !== CATALOGUE_FORMAT)) {
      problems.add(
        [field],
        'VALUE',
        `${formatValue(index === 0 ? [value] : value)} must be ${formatValue(CATALOGUE_FORMAT)}`,
      );
    }
  } else if (field === '$schema') {
    if (index === 0 || (index === null && typeof value !== 'string')) {
      problems.add([field], 'TYPE', `${formatValue(index === 0 ? [value] : value)} must be a string`);
    }
  } else if (Object.hasOwn(salesTermsFields, field)) {
    if (index === null) surveySalesTerms(field as SalesTermsField, value, { facts, problems });
    else if (index === 0) problems.add([field], 'TYPE', 'a list must be an object');
  } else if (!Object.hasOwn(sectionSchemas, field)) {
    if (!index) problems.add([field], 'UNKNOWN_FIELD', `the format has no field ${formatValue(field)} here`);
  } else if (index === null) {
    // A section may be empty.
    if (!Array.isArray(value)) problems.add([field], 'TYPE', `${formatValue(value)} must be a list`);
  } else {
    if (index === 0) facts.order.push(field);
    surveyElement(field as Section, value, { facts, place: [field, index], ...report });
  }
}

function surveySalesTerms(
  field: SalesTermsField,
  value: unknown,
  { facts, problems }: Pick<SurveyContext, 'facts' | 'problems'>,
): void {
  const result = validateEntry(salesTermsFields[field] as z.ZodType, value, { place: [field], problems });
  if (result.ok) Object.assign(facts.salesTerms, { [field]: result.entry });
}

/** Checks and records an element of each section, or the valid parts of a faulty one. */
const SURVEYS: { [S in Section]: (entry: Salvaged<SectionEntry<S>>, context: SurveyContext) => void } = {
  channels: (channel, context) => recordName('channel', channel.code, { ...context, field: 'code' }),
  destinations: (destination, context) => recordEntity('destination', destination, context),
  tags: (tag, context) => recordEntity('tag', tag, context),
  loyaltyPrograms: (program, context) => recordEntity('loyalty program', program, context),
  visitTypeCategories: (category, context) => recordEntity('visit type category', category, context),
  amenityCategories: surveyAmenityCategory,
  hotels: surveyHotel,
  visitTypes: surveyVisitType,
  inventory: surveyInventory,
};

function surveyElement(section: Section, raw: unknown, context: SurveyContext & SurveyReport): void {
  const { facts } = context;
  const result = validateEntry(sectionSchemas[section] as z.ZodType, raw, context);
  const { entry } = result;
  if (entry === undefined || entry === null) return;
  const survey = SURVEYS[section] as (entry: unknown, context: SurveyContext) => void;
  survey(entry, context);
  if (result.ok && section === 'visitTypes') warnAboutVisitType(entry as VisitTypeEntry, context);
  if (result.ok && section in facts.entries) (facts.entries as Record<string, unknown[]>)[section]?.push(entry);
}

function surveyAmenityCategory(category: Salvaged<AmenityCategoryEntry>, context: SurveyContext): void {
  const { facts, place, problems } = context;
  checkAmenityCategory(category, context);
  const { code } = category;
  if (code !== undefined) {
    if (facts.amenityCategories.has(code)) {
      problems.add([...place, 'code'], 'DUPLICATE', `the file already holds an amenity category ${formatValue(code)}`);
    }
    facts.amenityCategories.add(code);
  }
  for (const [index, amenity] of (category.amenities ?? []).entries()) {
    if (amenity?.code === undefined) continue;
    if (facts.amenities.has(amenity.code)) {
      const message = `the dictionary already holds an amenity ${formatValue(amenity.code)}`;
      problems.add([...place, 'amenities', index, 'code'], 'DUPLICATE', message);
    }
    facts.amenities.set(amenity.code, {
      detailKinds: new Set(amenity.detailKinds?.filter((kind) => kind !== undefined)),
      options: new Set(amenity.options?.map((option) => option?.code).filter((option) => option !== undefined)),
    });
  }
}

function surveyInventory(entry: Salvaged<InventoryEntry>, context: SurveyContext): void {
  const { facts, place } = context;
  checkOrder(entry, { ...context, from: 'from', to: 'to' });
  const [from, to] = [parseDay(entry.from ?? ''), parseDay(entry.to ?? '')];
  const { roomTypeId, units, closed = false } = entry;
  if (roomTypeId === undefined || units === undefined || from === null || to === null || from > to) {
    recordReference('room type', roomTypeId, { ...context, place: [...place, 'roomTypeId'] });
  } else {
    // The room type is checked later, on the compact entries: there may be millions.
    facts.inventory.set(Number(place[1]), { roomTypeNumber: roomTypeId, from, to, units, closed });
    if (!facts.named['room type'].has(roomTypeId)) facts.unsettled += 1;
  }
}
