/** Writes a batch of visit types with their price lists and promotions. */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { VisitTypeEntry } from '../file/file-visit-type.ts';
import type { Tally } from '../tally.ts';
import type { CatalogueTable } from './catalogue-table.ts';
import { type MergeResult, mergeRows } from './merge-rows.ts';
import type { Row } from './row.ts';
import { tables } from './tables.ts';
import {
  linkRows,
  priceListRows,
  promotionChannelRows,
  promotionHotelRows,
  promotionRows,
  rateRows,
  timeConstraintRows,
  visitTypeRow,
} from './visit-type-rows.ts';

const VISIT_TYPE_PARTS: readonly (readonly [CatalogueTable, (visitType: VisitTypeEntry) => Row[]])[] = [
  [tables.timeConstraint, timeConstraintRows],
  [tables.visitTypeCategoryLink, ({ id, categoryIds }) => linkRows(id, 'category_number', categoryIds)],
  [tables.visitTypeTag, ({ id, tagIds }) => linkRows(id, 'tag_number', tagIds)],
  [
    tables.visitTypeLoyaltyProgram,
    ({ id, loyaltyProgramIds }) => linkRows(id, 'loyalty_program_number', loyaltyProgramIds),
  ],
  [tables.visitTypeHotel, ({ id, hotelIds }) => linkRows(id, 'hotel_number', hotelIds)],
];

/** Writes visit types and their parts, price lists and promotions included, which replace the previous ones. */
export async function writeVisitTypes(
  tx: Prisma.TransactionClient,
  visitTypes: readonly VisitTypeEntry[],
  tally: Tally,
): Promise<void> {
  const owners = visitTypes.map(({ id }) => [id] as const);
  const own = await mergeRows(tx, tables.visitType, { rows: visitTypes.map(visitTypeRow) });
  const parts: MergeResult[] = [];
  for (const [table, rowsOf] of VISIT_TYPE_PARTS) {
    parts.push(await mergeRows(tx, table, { rows: visitTypes.flatMap(rowsOf), owners }));
  }
  tally.count(own, parts);
  await writeNumbered(tx, tables.priceList, {
    rows: visitTypes.flatMap(priceListRows),
    parts: [[tables.rate, visitTypes.flatMap(rateRows)]],
    owners,
    tally,
  });
  await writeNumbered(tx, tables.promotion, {
    rows: visitTypes.flatMap(promotionRows),
    parts: [
      [tables.promotionChannel, visitTypes.flatMap(promotionChannelRows)],
      [tables.promotionHotel, visitTypes.flatMap(promotionHotelRows)],
    ],
    owners,
    tally,
  });
}

/** Writes the price lists, or the promotions, of visit types (`owners`) with their parts; those that they no longer have go last. */
async function writeNumbered(
  tx: Prisma.TransactionClient,
  table: CatalogueTable,
  {
    rows,
    parts,
    owners,
    tally,
  }: {
    rows: readonly Row[];
    parts: readonly (readonly [CatalogueTable, readonly Row[]])[];
    owners: readonly (readonly [number])[];
    tally: Tally;
  },
): Promise<void> {
  const own = await mergeRows(tx, table, { rows });
  const results: MergeResult[] = [];
  for (const [part, partRows] of parts) results.push(await mergeRows(tx, part, { rows: partRows, owners }));
  tally.count(own, results, await mergeRows(tx, table, { rows, owners }));
}
