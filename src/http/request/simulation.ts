/** The header by which a test key asks for a simulated outcome of its booking (S8). */
import type { Caller } from '../../data/keys/api-keys.ts';
import { parseSimulation, SIMULATIONS, type Simulation } from '../../domain/booking/simulation.ts';
import { RefusedRequest } from './refused-request.ts';

export const SIMULATE_HEADER = 'Gateway-Simulate';

/**
 * The simulation that a header asks for.
 * @throws RefusedRequest with 400 when the caller's key is not a test key, or there is no such simulation
 */
export function readSimulation(header: string, { isTest }: Pick<Caller, 'isTest'>): Simulation {
  if (!isTest) throw refused('Must be absent: only a test key may simulate.');
  const simulation = parseSimulation(header);
  if (simulation === null) throw refused(`Must be one of ${SIMULATIONS.join(', ')}.`);
  return simulation;
}

function refused(message: string): RefusedRequest {
  return new RefusedRequest(400, { path: SIMULATE_HEADER, code: 'INVALID_VALUE', message });
}
