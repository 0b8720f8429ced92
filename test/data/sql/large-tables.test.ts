/** Tables that grow with the catalogue are read by an index: what an update or an answer takes does not grow with them. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE } from '../../support/catalogue/small-catalogue.ts';
import { loadStatements } from '../../support/database/declared.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';

const ROOM_TYPES = 800;
const NIGHTS = 730;
const LARGE = ['inventory_night', 'rate'];
const UNDEFINED_TABLE = '42P01';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let database: FreshDatabase;
/** Its own connection: EXPLAIN takes no parameters, which Prisma would send. */
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, SMALL_CATALOGUE);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run = (sql: string) => client.query(sql);
  // Foreign keys are not checked, which takes most of the time.
  await run('SET session_replication_role = replica');
  await run(`INSERT INTO room_type (id, number, hotel_number, code, category, beds)
    SELECT 'f00d' || lpad(to_hex(n), 20, '0'), 10000 + n, t.hotel_number, 'R' || n, t.category, t.beds
    FROM (SELECT * FROM room_type ORDER BY number LIMIT 1) AS t, generate_series(1, ${ROOM_TYPES}) AS n`);
  await run(`INSERT INTO inventory_night (room_type_number, night, units)
    SELECT number, date '2027-01-01' + n, 3 FROM room_type, generate_series(0, ${NIGHTS - 1}) AS n WHERE number > 10000`);
  await run(`INSERT INTO rate (visit_type_number, price_list_number, room_type_number, "from", "to", amount_minor)
    SELECT l.visit_type_number, l.number, r.number, date '2027-01-01' + n, date '2027-01-01' + n, 1000
    FROM price_list AS l, room_type AS r, generate_series(0, 29) AS n WHERE r.number > 10000`);
  await run('VACUUM ANALYZE');
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

test('no statement reads all nights, or all rates, of a large catalogue, whatever it is asked for', async () => {
  const reading: string[] = [];
  const statements = await loadStatements();
  for (const { text } of statements.filter((one) => LARGE.some((table) => one.text.includes(table)))) {
    const plan = await planOf(text);
    if (plan !== null && readsAll(plan)) reading.push(text);
  }
  expect(reading).toEqual([]);
});

/** The plan for any values; null: it reads a table that an import makes for itself. */
async function planOf(text: string): Promise<PlanNode | null> {
  try {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

function readsAll({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: PlanNode): boolean {
  return (type.endsWith('Seq Scan') && LARGE.includes(table)) || Plans.some(readsAll);
}
