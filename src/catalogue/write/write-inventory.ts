/**
 * Writes recorded capacity. Entries become nights inside the database; later ones override earlier ones. Nights that change are
 * locked first, in the order in which bookings lock them, and only then compared with what is sold and held. So an import never
 * removes such a room, and never fails halfway because one is being sold.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { openHoldsSql } from '../../data/rooms-left.ts';
import type { InventoryEntries } from '../check/inventory-entries.ts';
import type { ProblemList } from '../file/problems.ts';

/** Nights staged by one statement, not counting its last room type. */
const NIGHTS_PER_BATCH = 200_000;

/** The columns of entries: room type, first and last night, units, closed, position. */
type Batch = [number[], number[], number[], number[], number[], number[]];
const emptyBatch = (): Batch => [[], [], [], [], [], []];

/** Staged entries: first and last room type number of each batch. */
export type StagedInventory = readonly { first: number; last: number }[];

/**
 * Expands the entries into nights of a temporary table that ends with the transaction.
 * @param onStaged receives the number of entries done
 */
export async function stageInventory(
  tx: Prisma.TransactionClient,
  entries: InventoryEntries,
  onStaged: (done: number) => void,
): Promise<StagedInventory> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE staged_night (
      room_type_number int, night date, units int, closed boolean, position int) ON COMMIT DROP`;
  const batches: { first: number; last: number }[] = [];
  let batch = emptyBatch();
  let nights = 0;
  let roomType = 0;
  let staged = 0;

  async function flush(): Promise<void> {
    const [[first]] = batch;
    if (first === undefined) return;
    await tx.$executeRaw`
      INSERT INTO staged_night
      SELECT DISTINCT ON (1, 2) e.room_type, DATE '1970-01-01' + night, e.units, e.closed <> 0, e.position
      FROM unnest(${batch[0]}::int[], ${batch[1]}::int[], ${batch[2]}::int[], ${batch[3]}::int[], ${batch[4]}::int[],
        ${batch[5]}::int[]) AS e(room_type, first, last, units, closed, position), generate_series(e.first, e.last) AS night
      ORDER BY 1, 2, e.position DESC`;
    batches.push({ first, last: roomType });
    staged += batch[0].length;
    onStaged(staged);
    batch = emptyBatch();
    nights = 0;
  }

  for (const position of entries.positionsByRoomType()) {
    const entry = entries.at(position);
    if (!entry) continue;
    if (nights >= NIGHTS_PER_BATCH && entry.roomTypeNumber !== roomType) await flush();
    roomType = entry.roomTypeNumber;
    nights += entry.to - entry.from + 1;
    const [roomTypes, firsts, lasts, units, closed, positions] = batch;
    roomTypes.push(roomType);
    firsts.push(entry.from);
    lasts.push(entry.to);
    units.push(entry.units);
    closed.push(Number(entry.closed));
    positions.push(position);
  }
  await flush();
  await tx.$executeRaw`CREATE INDEX ON staged_night (room_type_number, night)`;
  await tx.$executeRaw`ANALYZE staged_night`;
  return batches;
}

/** Open holds ($1: now) take a room as what is sold does (S13). */
const BELOW_TAKEN = `
  SELECT s.position, n.room_type_number AS "roomType", s.units, max(n.sold + ${openHoldsSql('n', '$1')}) AS taken,
    bool_or(${openHoldsSql('n', '$1')} > 0) AS "isHeld", min(n.night)::text AS night, count(*)::int AS nights
  FROM inventory_night AS n JOIN staged_night AS s USING (room_type_number, night)
  WHERE n.sold + ${openHoldsSql('n', '$1')} > s.units
  GROUP BY 1, 2, 3 ORDER BY 1`;

/**
 * Locks the nights that will change and reports entries below what is sold and held.
 * @param replace whether nights that are not staged change too
 * @param now milliseconds since 1970
 */
export async function lockInventory(
  tx: Prisma.TransactionClient,
  { replace, problems, now }: { replace: boolean; problems: ProblemList; now: number },
): Promise<void> {
  await tx.$queryRawUnsafe(`
    SELECT count(*)::int AS nights FROM (
      SELECT FROM inventory_night AS n ${replace ? 'LEFT JOIN' : 'JOIN'} staged_night AS s USING (room_type_number, night)
      WHERE (s.units, s.closed) IS DISTINCT FROM (n.units, n.closed)
      ORDER BY room_type_number, night FOR UPDATE OF n) AS locked`);
  const conflicts = await tx.$queryRawUnsafe<
    {
      position: number;
      roomType: number;
      units: number;
      taken: number;
      isHeld: boolean;
      night: string;
      nights: number;
    }[]
  >(BELOW_TAKEN, BigInt(now));
  for (const { position, roomType, units, taken, isHeld, night, nights } of conflicts) {
    const what = isHeld ? 'sold and held' : 'sold';
    const more = nights > 1 ? `, up to ${taken} on ${nights} nights` : `, with ${taken} ${what}`;
    const message = `${units} is below what is ${what} of room type ${roomType}: ${night} is the first such night${more}`;
    problems.add(['inventory', position, 'units'], 'BELOW_SOLD', message);
  }
}

export interface ChangedNights {
  hotelNumber: number;
  roomTypeNumber: number;
  created: number;
  updated: number;
}

export async function writeInventory(
  tx: Prisma.TransactionClient,
  { first, last }: { first: number; last: number },
): Promise<ChangedNights[]> {
  return tx.$queryRaw<ChangedNights[]>`
    WITH staged AS (SELECT * FROM staged_night WHERE room_type_number BETWEEN ${first}::int AND ${last}::int),
    updated AS (
      UPDATE inventory_night AS n SET units = s.units, closed = s.closed FROM staged AS s
      WHERE n.room_type_number = s.room_type_number AND n.night = s.night
        AND (n.units, n.closed) <> (s.units, s.closed)
      RETURNING n.room_type_number),
    inserted AS (
      INSERT INTO inventory_night AS n (room_type_number, night, units, closed)
      SELECT room_type_number, night, units, closed FROM staged AS s
      WHERE NOT EXISTS (SELECT FROM inventory_night AS o WHERE o.room_type_number = s.room_type_number AND o.night = s.night)
      RETURNING n.room_type_number),
    changed AS (
      SELECT room_type_number, 1 AS created, 0 AS updated FROM inserted
      UNION ALL SELECT room_type_number, 0, 1 FROM updated)
    SELECT r.hotel_number AS "hotelNumber", r.number AS "roomTypeNumber", sum(c.created)::int AS created,
      sum(c.updated)::int AS updated
    FROM changed AS c JOIN room_type AS r ON r.number = c.room_type_number GROUP BY 1, 2 ORDER BY 1, 2`;
}

export async function countStagedNights(tx: Prisma.TransactionClient): Promise<number> {
  const [row] = await tx.$queryRaw<{ nights: number }[]>`SELECT count(*)::int AS nights FROM staged_night`;
  return row?.nights ?? 0;
}

interface RemovedNights {
  hotelNumber: number;
  roomTypeNumber: number;
  nights: number;
}

const REMOVE_UNSTAGED = `
  WITH removed AS (
    DELETE FROM inventory_night AS n
    WHERE n.sold = 0 AND ${openHoldsSql('n', '$1')} = 0 AND NOT EXISTS (
      SELECT FROM staged_night AS s WHERE s.room_type_number = n.room_type_number AND s.night = n.night)
    RETURNING n.room_type_number)
  SELECT r.hotel_number AS "hotelNumber", r.number AS "roomTypeNumber", count(*)::int AS nights
  FROM removed JOIN room_type AS r ON r.number = removed.room_type_number GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * Removes the nights that are not staged, except those with rooms sold or held at `now` (milliseconds since 1970).
 * @returns nights removed and nights that stay, by room type
 */
export async function removeUnstagedNights(
  tx: Prisma.TransactionClient,
  now: number,
): Promise<{ removed: RemovedNights[]; retained: { roomTypeNumber: number; nights: number }[] }> {
  const removed = await tx.$queryRawUnsafe<RemovedNights[]>(REMOVE_UNSTAGED, BigInt(now));
  const retained = await tx.$queryRaw<{ roomTypeNumber: number; nights: number }[]>`
    SELECT n.room_type_number AS "roomTypeNumber", count(*)::int AS nights FROM inventory_night AS n
    WHERE NOT EXISTS (
      SELECT FROM staged_night AS s WHERE s.room_type_number = n.room_type_number AND s.night = n.night)
    GROUP BY 1 ORDER BY 1`;
  return { removed, retained };
}
