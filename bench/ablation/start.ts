/** Starts gateways without one of their mechanisms. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { programPath } from '../run-typescript.ts';
import type { Mechanism } from './mechanisms.ts';

/** Replaced in every gateway. */
const ALWAYS = { 'server/app.ts': 'deadlines.ts' };

/** Starts the gateway without a mechanism, or whole; both alike. @throws Error when a module that is replaced is none of the gateway's */
export async function startAblated(
  database: PreparedDatabase,
  mechanism: Pick<Mechanism, 'id' | 'ablated'> | null,
  { storeMb, environment }: { storeMb: number; environment?: Record<string, string> },
): Promise<Contestant> {
  const name = mechanism ? `the gateway without ${mechanism.id}` : 'the gateway';
  const folder = name.replaceAll(' ', '-');
  const replaced = JSON.stringify({ ...ALWAYS, ...mechanism?.ablated });
  await promisify(execFile)(process.execPath, [programPath('ablation/build-without.mjs'), folder, replaced]);
  return startGateway(database, {
    name,
    program: programPath(`../dist/${folder}/main.js`),
    storeMb,
    ...(environment && { environment }),
  });
}
