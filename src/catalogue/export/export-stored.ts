/** Rows with their relations as entries of the catalogue file, as they are declared. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Stored, StoredList } from '../stored/declaration.ts';
import { stored } from '../stored/stored.ts';

type Row = Record<string, unknown>;

/** A page of a section. */
export interface Page {
  readonly where?: { readonly number: { readonly gt: number } };
  readonly take?: number;
}

/** Entries in the order of the file. */
export async function readEntries(
  tx: Prisma.TransactionClient,
  section: Stored,
  page: Page = {},
): Promise<Record<string, unknown>[]> {
  const model = `${section.model.charAt(0).toLowerCase()}${section.model.slice(1)}` as 'hotel';
  const rows: Row[] = await tx[model].findMany({ ...page, ...queryOf(section) });
  if (section === stored.visitType) await addRates(tx, rows);
  return rows.map((row) => entryOf(section, row) as Row);
}

/** The order of the rows, and the relations that stand in them. */
function queryOf({ order, include, lists }: Stored): object {
  const relations = lists
    .filter((list) => list.stored !== stored.rate)
    .map((list) => [list.relation, queryOf(list.stored)] as const);
  const included = { ...include, ...Object.fromEntries(relations) };
  return {
    ...(order.length > 0 && { orderBy: order.map((name) => ({ [name]: 'asc' })) }),
    ...(Object.keys(included).length > 0 && { include: included }),
  };
}

/** Adds their rates to price lists. Most rows of a catalogue are rates: included, they make an export a sixth slower. */
async function addRates(tx: Prisma.TransactionClient, visitTypes: readonly Row[]): Promise<void> {
  const numbers = visitTypes.map(({ number }) => number as number);
  const rates = groupBy(
    await tx.rate.findMany({ where: { visitTypeNumber: { in: numbers } }, ...queryOf(stored.rate) }),
    ({ visitTypeNumber, priceListNumber }) => `${visitTypeNumber}/${priceListNumber}`,
  );
  for (const priceList of visitTypes.flatMap(({ priceLists }) => priceLists as Row[])) {
    priceList.rates = rates.get(`${priceList.visitTypeNumber}/${priceList.number}`) ?? [];
  }
}

function entryOf({ fields, lists, read }: Stored, row: Row): unknown {
  const source = (read ? read(row as never) : row) as Row;
  const entry: Row = {};
  for (const { field, name, toFile } of fields) {
    const value = toFile ? toFile(source[name] as never) : source[name];
    if (field === null) return value;
    entry[field] = value;
  }
  for (const list of lists) entry[list.field] = listOf(list, source[list.relation]);
  return entry;
}

function listOf({ stored }: StoredList, rows: unknown): unknown {
  if (Array.isArray(rows)) return rows.map((row) => entryOf(stored, row));
  return rows ? entryOf(stored, rows as Row) : rows;
}
