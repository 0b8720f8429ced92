/**
 * What an import changed, computed by the database: compares copies of all catalogue tables with the present ones, kind
 * by kind, in SQL. Each kind is one query for keys and contents; nothing here knows how imports work.
 */
import type { Database } from '../../../src/data/database/database.ts';

/** Entities of a kind that were added, changed and removed, and their number. */
export interface Difference {
  created: number;
  updated: number;
  removed: number;
  total: number;
}

const ROWS: Record<string, [table: string, key: string]> = {
  sellers: ['seller', 'terms_number'],
  inclusions: ['inclusion', 'visit_type_number, position'],
  channels: ['channel', 'code'],
  destinations: ['destination', 'number'],
  tags: ['tag', 'number'],
  loyaltyPrograms: ['loyalty_program', 'number'],
  visitTypeCategories: ['visit_type_category', 'number'],
  amenityCategories: ['amenity_category', 'code'],
  amenityOptions: ['amenity_option', 'amenity_code, code'],
  accommodationRules: ['accommodation_rules', 'hotel_number'],
  taglines: ['hotel_tagline', 'hotel_number, channel_code'],
  mealServices: ['meal_service', 'hotel_number, position'],
  hotelImages: ['hotel_image', 'hotel_number, position'],
  hotelAmenities: ['hotel_amenity', 'hotel_number, amenity_code'],
  roomTypeImages: ['room_type_image', 'room_type_number, position'],
  visitTypeHotels: ['visit_type_hotel', 'visit_type_number, hotel_number'],
  visitTypeTags: ['visit_type_tag', 'visit_type_number, tag_number'],
  visitTypeCategoryLinks: ['visit_type_category_link', 'visit_type_number, category_number'],
  visitTypeLoyaltyPrograms: ['visit_type_loyalty_program', 'visit_type_number, loyalty_program_number'],
  timeConstraints: ['time_constraint', 'visit_type_number, "from", "to"'],
  rates: ['rate', 'visit_type_number, price_list_number, room_type_number, "from"'],
  promotionChannels: ['promotion_channel', 'visit_type_number, promotion_number, channel_code'],
  promotionHotels: ['promotion_hotel', 'visit_type_number, promotion_number, hotel_number'],
  apiKeyDestinations: ['api_key_destination', 'api_key_id, destination_number'],
};

/** Entries whose content includes the rows that belong to them. */
const ENTRIES: Record<string, [table: string, key: string, parts: [table: string, column: string][]]> = {
  salesTerms: ['sales_terms', 'number', [['seller', 'terms_number = e.number']]],
  amenities: ['amenity', 'code', [['amenity_option', 'amenity_code = e.code']]],
  hotels: [
    'hotel',
    'number',
    ['accommodation_rules', 'hotel_tagline', 'meal_service', 'hotel_image', 'hotel_amenity'].map((table) => {
      return [table, 'hotel_number = e.number'];
    }),
  ],
  roomTypes: ['room_type', 'number', [['room_type_image', 'room_type_number = e.number']]],
  visitTypes: [
    'visit_type',
    'number',
    [
      'inclusion',
      'time_constraint',
      'visit_type_category_link',
      'visit_type_tag',
      'visit_type_loyalty_program',
      'visit_type_hotel',
    ].map((table) => [table, 'visit_type_number = e.number']),
  ],
  priceLists: [
    'price_list',
    'visit_type_number, number',
    [['rate', '(visit_type_number, price_list_number) = (e.visit_type_number, e.number)']],
  ],
  promotions: [
    'promotion',
    'visit_type_number, number',
    ['promotion_channel', 'promotion_hotel'].map((table) => {
      return [table, '(visit_type_number, promotion_number) = (e.visit_type_number, e.number)'];
    }),
  ],
};

const IMAGES = [
  ['hotel_image', 'hotel_number, position'],
  ['room_type_image', 'room_type_number, position'],
] as const;

const VISIT_TYPE = ['visit_type', 'number'] as const;

/** Non-empty texts by locale, and variants of pictures. */
const FIELDS: Record<string, readonly (readonly [table: string, key: string, column: string])[]> = {
  texts: [
    ['destination', 'number', 'name'],
    ['tag', 'number', 'name'],
    ['loyalty_program', 'number', 'name'],
    ['visit_type_category', 'number', 'name'],
    ['amenity_category', 'code', 'name'],
    ['amenity', 'code', 'label'],
    ['amenity_option', 'amenity_code, code', 'label'],
    ...['short_description', 'description', 'children_policy', 'tourist_tax'].map((column) => {
      return ['hotel', 'number', column] as const;
    }),
    ...['payment_terms', 'terms_url', 'privacy_url'].map((column) => ['sales_terms', 'number', column] as const),
    ['inclusion', 'visit_type_number, position', 'name'],
    ['room_type', 'number', 'bed_types'],
    ['accommodation_rules', 'hotel_number', 'note'],
    ['hotel_tagline', 'hotel_number, channel_code', 'text'],
    ['hotel_amenity', 'hotel_number, amenity_code', 'note'],
    ['room_type', 'number', 'category'],
    ['promotion', 'visit_type_number, number', 'name'],
    ...['name', 'booking_url', 'description', 'commercial_slogan', 'notice', 'services'].map((column) => {
      return [...VISIT_TYPE, column] as const;
    }),
    ...IMAGES.map((image) => [...image, 'alt'] as const),
  ],
  imageVariants: IMAGES.map((image) => [...image, 'variants'] as const),
};

/** Lists without identity: an element is identified by its value and its nth occurrence. */
const LISTS: Record<string, readonly (readonly [table: string, key: string, elements: string])[]> = {
  detailKinds: [['amenity', 'code', 'unnest(detail_kinds)::text']],
  indicationCodes: [['hotel', 'number', 'unnest(indication_codes)']],
  staffLanguages: [['hotel', 'number', 'unnest(staff_language_codes)']],
  chosenOptions: [['hotel_amenity', 'hotel_number, amenity_code', 'unnest(options)']],
  openingHours: [['hotel_amenity', 'hotel_number, amenity_code', 'jsonb_array_elements(opening_hours)::text']],
  startingDays: [[...VISIT_TYPE, 'unnest(starting_days)::text']],
  cancellationTerms: [[...VISIT_TYPE, 'jsonb_array_elements(cancellation_terms)::text']],
  availableBoardings: [[...VISIT_TYPE, 'unnest(available_boardings)::text']],
};

/** The key of every table that an import fills, capacity excepted. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.values(ROWS), ...Object.values(ENTRIES)]
    .map(([table, key]) => [table, key] as const)
    .filter(([table]) => table !== 'api_key_destination'),
);

/** An optional value: a column that may be null, and the key of its table. */
interface Detail {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

/** The optional values of all tables, as the database defines them. */
async function findDetails({ prisma }: Pick<Database, 'prisma'>): Promise<Detail[]> {
  const columns = await prisma.$queryRawUnsafe<{ table: string; column: string }[]>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'YES' AND data_type <> 'ARRAY' AND table_name = ANY($1::text[])`,
    Object.keys(KEYS),
  );
  return columns.map(({ table, column }) => ({ table, column, key: KEYS[table]! }));
}

/**
 * The lists and JSON columns of all tables, as `table.column`: those that the database has, and those that are compared. They
 * must be the same. A JSON column that may be null is one optional value.
 */
export async function findLists({ prisma }: Pick<Database, 'prisma'>): Promise<{ all: string[]; compared: string[] }> {
  const columns = await prisma.$queryRawUnsafe<{ name: string }[]>(
    `SELECT concat(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type = 'ARRAY' OR data_type = 'jsonb' AND is_nullable = 'NO') AND table_name = ANY($1::text[])`,
    Object.keys(KEYS),
  );
  const fields = Object.values(FIELDS).flatMap((some) => some.map(([table, , column]) => `${table}.${column}`));
  const lists = Object.values(LISTS).flatMap((some) =>
    some.map(([table, , elements]) => `${table}.${elements.replace(/^.*\((.*)\).*$/, '$1')}`),
  );
  return { all: columns.map(({ name }) => name).sort(), compared: [...fields, ...lists].sort() };
}

/** For every kind, a query for keys and contents in a schema. */
function queriesOf(schema: string, optional: readonly Detail[]): Record<string, string> {
  const all = (queries: readonly string[]) => queries.join(' UNION ALL ');
  const mapped = <T>(record: Record<string, T>, query: (value: T) => string) =>
    Object.fromEntries(Object.entries(record).map(([kind, value]) => [kind, query(value)]));
  return {
    ...mapped(
      ROWS,
      ([table, key]) => `SELECT jsonb_build_array(${key})::text AS k, t::text AS v FROM ${schema}.${table} AS t`,
    ),
    ...mapped(ENTRIES, ([table, key, parts]) => {
      const contents = parts.map(
        ([part, where]) =>
          `(SELECT coalesce(string_agg(p::text, ' ' ORDER BY p::text), '') FROM ${schema}.${part} AS p WHERE ${where})`,
      );
      return `SELECT jsonb_build_array(${key})::text AS k, concat(e::text, ${contents.join(", ' | ', ")}) AS v FROM ${schema}.${table} AS e`;
    }),
    ...mapped(FIELDS, (columns) =>
      all(
        columns.map(
          ([table, key, column]) =>
            `SELECT jsonb_build_array('${table}', '${column}', ${key}, f.key)::text AS k, f.value AS v
             FROM ${schema}.${table}, jsonb_each_text("${column}") AS f WHERE f.value <> ''`,
        ),
      ),
    ),
    ...mapped(LISTS, (lists) =>
      all(
        lists.map(
          ([table, key, elements]) =>
            `SELECT jsonb_build_array(${key}, element, row_number() OVER (PARTITION BY ${key}, element))::text AS k, '' AS v
             FROM (SELECT *, ${elements} AS element FROM ${schema}.${table}) AS e`,
        ),
      ),
    ),
    details: all(
      optional.map(
        ({ table, key, column }) =>
          `SELECT jsonb_build_array('${table}', '${column}', ${key})::text AS k, "${column}"::text AS v
           FROM ${schema}.${table} WHERE "${column}" IS NOT NULL`,
      ),
    ),
    inventoryNights: `SELECT jsonb_build_array(room_type_number, night)::text AS k, concat(units, closed) AS v FROM ${schema}.inventory_night`,
  };
}

/** Copies the catalogue, for a later comparison. */
export async function copyCatalogue({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.$executeRawUnsafe('DROP SCHEMA IF EXISTS before CASCADE');
  await prisma.$executeRawUnsafe('CREATE SCHEMA before');
  for (const table of [...Object.keys(KEYS), 'api_key_destination', 'inventory_night']) {
    await prisma.$executeRawUnsafe(`CREATE TABLE before.${table} AS TABLE public.${table}`);
  }
}

/** The difference to the copy, by kind. */
export async function differences(database: Pick<Database, 'prisma'>): Promise<Record<string, Difference>> {
  const details = await findDetails(database);
  const [before, after] = [queriesOf('before', details), queriesOf('public', details)];
  const statements = Object.keys(after).map(
    (kind) => `
      SELECT '${kind}' AS kind, (count(*) FILTER (WHERE b.k IS NULL))::int AS created,
        (count(*) FILTER (WHERE b.v <> a.v))::int AS updated,
        (count(*) FILTER (WHERE a.k IS NULL))::int AS removed, count(a.k)::int AS total
      FROM (${before[kind]}) AS b FULL JOIN (${after[kind]}) AS a ON a.k = b.k`,
  );
  const rows = await database.prisma.$queryRawUnsafe<({ kind: string } & Difference)[]>(statements.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ kind, ...difference }) => [kind, difference]));
}
