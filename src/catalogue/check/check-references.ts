/**
 * Rules between a file and the database: every reference exists, no code or ObjectId belongs to two things, and nothing
 * immutable changes.
 */
import { int4, listOf, text } from '../../data/sql/column-types.ts';
import { query, type SqlClient, statement } from '../../data/sql/statement.ts';
import type { Section } from '../file/file-schema.ts';
import { formatValue, type Place, type ProblemList } from '../file/problems.ts';
import type { AmenityUse, FileFacts, IdentifiedKind, ReferenceKind } from './file-facts.ts';
import { type CatalogueAfterImport, catalogueAfterImport, type StoredCatalogue } from './stored-catalogue.ts';
import { foreignRoomProblem } from './survey-entries.ts';

/** The sections that name what can be referred to. */
const SECTION_OF = {
  channel: 'channels',
  destination: 'destinations',
  tag: 'tags',
  'loyalty program': 'loyaltyPrograms',
  'visit type category': 'visitTypeCategories',
  hotel: 'hotels',
  'room type': 'hotels',
} as const satisfies Readonly<Record<ReferenceKind, Section>>;

interface ReferencesCheck {
  readonly stored: StoredCatalogue;
  readonly replace: boolean;
  readonly problems: ProblemList;
  /** Sections that are still read: what refers into them is left alone, as is whatever needs the whole file. */
  readonly toCome: ReadonlySet<string>;
}

type ConflictsCheck = Omit<ReferencesCheck, 'toCome'>;

/** Reports references that neither the file nor the database satisfies. */
export function checkReferences(facts: FileFacts, { stored, replace, problems, toCome }: ReferencesCheck): void {
  const after = catalogueAfterImport({ facts, stored, replace });
  const where = whereNot(replace);
  for (const { kind, key, place } of facts.references) {
    if (problems.isFull) return;
    if (!toCome.has(SECTION_OF[kind]) && !after.has(kind, key))
      problems.add(place, 'UNKNOWN_REFERENCE', `there is no ${kind} ${formatValue(key)}: ${where}`);
  }
  if (!toCome.has('amenityCategories')) {
    // A category that the file names has what the file says, and nothing more.
    const inDictionary = replace ? where : 'neither the file nor a stored category that it does not name holds it';
    for (const use of facts.amenityUses)
      if (!problems.isFull) checkAmenityUse(use, { after, where: inDictionary, problems });
  }
  if (!toCome.has('hotels')) checkUnsettledRates(facts, { after, where, problems });
}

/** Reports conflicts with what is stored. */
export function checkConflicts(facts: FileFacts, context: ConflictsCheck): void {
  checkHotelCodes(facts, context);
  checkRoomTypes(facts, context);
}

/** Reports capacity of unknown room types. Runs first, so that hopeless entries are not expanded into nights. */
export function checkInventoryRooms(
  facts: FileFacts,
  { stored, replace, problems }: Omit<ConflictsCheck, 'stored'> & { readonly stored: Iterable<unknown> },
): void {
  const known = new Set<unknown>([...facts.named['room type'], ...(replace ? [] : stored)]);
  const where = whereNot(replace);
  for (let position = 0; position < facts.inventory.length && !problems.isFull; position++) {
    const entry = facts.inventory.at(position);
    if (!entry || known.has(entry.roomTypeNumber)) continue;
    const message = `there is no room type ${entry.roomTypeNumber}: ${where}`;
    problems.add(['inventory', position, 'roomTypeId'], 'UNKNOWN_REFERENCE', message);
  }
}

function whereNot(replace: boolean): string {
  return replace
    ? 'the file does not hold it, and --replace removes the rest'
    : 'neither the file nor the database holds it';
}

interface ReferenceContext {
  after: CatalogueAfterImport;
  where: string;
  problems: ProblemList;
}

function checkAmenityUse(
  { place, code, details, options }: AmenityUse,
  { after, where, problems }: ReferenceContext,
): void {
  const amenity = after.amenity(code);
  if (!amenity) {
    problems.add([...place, 'code'], 'UNKNOWN_REFERENCE', `there is no amenity ${formatValue(code)}: ${where}`);
    return;
  }
  for (const { field, detailKind } of details) {
    if (amenity.detailKinds.has(detailKind)) continue;
    const message = `the dictionary entry of ${formatValue(code)} does not have the detail kind ${formatValue(detailKind)}`;
    problems.add([...place, field], 'NOT_IN_DICTIONARY', message);
  }
  if (!amenity.detailKinds.has('options')) return;
  for (const [index, option] of options.entries()) {
    if (option === undefined || amenity.options.has(option)) continue;
    const message = `the dictionary entry of ${formatValue(code)} does not have the option ${formatValue(option)}`;
    problems.add([...place, 'options', index], 'NOT_IN_DICTIONARY', message);
  }
}

function checkUnsettledRates(facts: FileFacts, { after, where, problems }: ReferenceContext): void {
  for (const { place, hotels, roomTypeIds } of facts.unsettledRates) {
    for (const [index, roomTypeId] of roomTypeIds.entries()) {
      if (problems.isFull) return;
      if (roomTypeId === undefined) continue;
      const at = [...place, 'rates', index, 'roomTypeId'];
      const hotelNumber = after.hotelOf(roomTypeId);
      if (hotelNumber !== undefined) {
        if (hotels && !hotels.has(hotelNumber)) problems.add(...foreignRoomProblem(at, roomTypeId, hotelNumber));
      } else if (!after.has('room type', roomTypeId)) {
        problems.add(at, 'UNKNOWN_REFERENCE', `there is no room type ${roomTypeId}: ${where}`);
      }
    }
  }
}

function checkHotelCodes(facts: FileFacts, { stored, replace, problems }: ConflictsCheck): void {
  // The codes of the hotels that stay although the file does not name them: of all, or with --replace of those that bookings and open holds
  // refer to.
  const holders = new Map<string, number>();
  for (const [number, { code }] of stored.hotels) {
    if (!facts.hotels.has(number) && (!replace || stored.bookedHotels.has(number))) holders.set(code, number);
  }
  for (const [number, { code, place }] of facts.hotels) {
    if (code === undefined) continue;
    const holder = holders.get(code);
    if (holder === undefined) holders.set(code, number);
    else {
      const isInFile = facts.hotels.has(holder);
      const message = `${formatValue(code)} is the code of hotel ${holder} ${isInFile ? 'in this file' : 'in the database'}`;
      problems.add([...place, 'code'], isInFile ? 'DUPLICATE' : 'TAKEN', message);
    }
  }
}

function checkRoomTypes(facts: FileFacts, { stored, problems }: Pick<ConflictsCheck, 'stored' | 'problems'>): void {
  for (const [number, { hotelNumber, place }] of facts.roomTypes) {
    const before = stored.roomTypes.get(number);
    if (before && hotelNumber !== undefined && before.hotelNumber !== hotelNumber) {
      const message = `room type ${number} belongs to hotel ${before.hotelNumber} and cannot move to hotel ${hotelNumber}`;
      problems.add([...place, 'id'], 'IMMUTABLE', message);
    }
  }
}

/** Finds what has another ObjectId than given, and other things that have the given one. `position` counts from 1. */
function findClashesIn(table: string, owner = '0') {
  return statement({
    takes: { owners: listOf(int4), numbers: listOf(int4), ids: listOf(text) },
    returns: { position: int4, number: int4, id: text },
    sql: ({ owners, numbers, ids }) => `
      WITH given AS (
        SELECT * FROM unnest(${owners}::int[], ${numbers}::int[], ${ids}::text[]) WITH ORDINALITY AS g(owner, number, id, position))
      SELECT g.position::int AS position, t.number, t.id FROM given AS g JOIN ${table} AS t
        ON t.number = g.number AND ${owner} = g.owner AND t.id <> g.id
      UNION ALL
      SELECT g.position::int, t.number, t.id FROM given AS g JOIN ${table} AS t
        ON t.id = g.id AND (t.number <> g.number OR ${owner} <> g.owner)
      ORDER BY 1, 2`,
  });
}
const CLASHES: Readonly<Record<IdentifiedKind, ReturnType<typeof findClashesIn>>> = {
  destination: findClashesIn('destination'),
  hotel: findClashesIn('hotel'),
  'loyalty program': findClashesIn('loyalty_program'),
  'price list': findClashesIn('price_list', 't.visit_type_number'),
  promotion: findClashesIn('promotion', 't.visit_type_number'),
  'room type': findClashesIn('room_type'),
  tag: findClashesIn('tag'),
  'visit type': findClashesIn('visit_type'),
  'visit type category': findClashesIn('visit_type_category'),
};

/** Reports ObjectIds that are given twice, given to something that has another one, or in use elsewhere. */
export async function checkObjectIds(
  tx: SqlClient,
  { facts, problems }: { facts: FileFacts; problems: ProblemList },
): Promise<void> {
  for (const [kind, given] of facts.objectIds) {
    const first = new Map<string, Place>();
    for (const { id, place } of given) {
      if (first.has(id)) problems.add(place, 'DUPLICATE', `the file already gives ${id} to another ${kind}`);
      else first.set(id, place);
    }
    const clashes = await query(tx, CLASHES[kind], {
      owners: given.map(({ key }) => (key.length > 1 ? (key[0] ?? 0) : 0)),
      numbers: given.map(({ key }) => key.at(-1) ?? 0),
      ids: given.map(({ id }) => id),
    });
    for (const clash of clashes) {
      // biome-ignore lint/style/noNonNullAssertion: the statement returns positions of what it was given.
      const { place, id, key } = given[clash.position - 1]!;
      if (clash.id === id) problems.add(place, 'TAKEN', `${id} is the _id of ${kind} ${clash.number} in the database`);
      else problems.add(place, 'IMMUTABLE', `${kind} ${key.at(-1)} has the _id ${clash.id}, which cannot become ${id}`);
    }
  }
}
