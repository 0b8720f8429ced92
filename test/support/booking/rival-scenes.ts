/** Two processes with the same database, for races: their requests meet in PostgreSQL alone. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../database/rival-transactions.ts';
import { type BookingScene, fillScene, openScene } from './booking-scene.ts';

export interface RivalScenes {
  readonly database: FreshDatabase;
  /** A pool for each process. */
  readonly rivals: readonly Database[];
  readonly scenes: readonly BookingScene[];
  /** Fails if there was a deadlock. */
  close(): Promise<void>;
}

export async function openRivalScenes(): Promise<RivalScenes> {
  const database = await freshDatabase();
  await fillScene(database);
  const rivals = await Promise.all([openRivalPool(database.url, 8), openRivalPool(database.url, 8)]);
  const scenes = await Promise.all(rivals.map((one) => openScene(one)));
  return {
    database,
    rivals,
    scenes,
    async close() {
      for (const one of [...scenes, ...rivals]) await one.close();
      expect(await deadlocksOf(database)).toBe(0);
      await database.close();
    },
  };
}

/** Opens them anew before each test of a file, and closes them after it. */
export function openRivalScenesForEach(take: (opened: RivalScenes) => void): void {
  let opened: RivalScenes;
  beforeEach(async () => {
    opened = await openRivalScenes();
    take(opened);
  });
  afterEach(() => opened.close());
}
