/** Starts gateways without one of their mechanisms. */
import type { PreparedDatabase } from '../catalogues/databases.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { programPath, RUN_TYPESCRIPT } from '../run-typescript.ts';
import { replacedLine } from './hooks.ts';
import type { Mechanism } from './mechanisms.ts';

/** Replaced in every gateway. */
const ALWAYS = { 'server/app.ts': 'deadlines.ts' };

/** Starts the gateway without a mechanism, or whole; both alike. @throws Error when nothing of it was replaced */
export async function startAblated(
  database: PreparedDatabase,
  mechanism: Pick<Mechanism, 'id' | 'ablated'> | null,
  { storeMb, environment = {} }: { storeMb: number; environment?: Record<string, string> },
): Promise<Contestant> {
  const ablated = { ...ALWAYS, ...mechanism?.ablated };
  const gateway = await startGateway(database, {
    name: mechanism ? `the gateway without ${mechanism.id}` : 'the gateway',
    storeMb,
    environment: { ...environment, BENCH_ABLATED: JSON.stringify(ablated) },
    options: [...RUN_TYPESCRIPT, '--import', programPath('ablation/replace.ts')],
  });
  const missing = Object.keys(ablated).filter((module) => !gateway.said().includes(replacedLine(module)));
  if (missing.length === 0) return gateway;
  await gateway.stop();
  throw new Error(`the gateway has started without ${missing.join(', ')}: nothing was replaced`);
}
