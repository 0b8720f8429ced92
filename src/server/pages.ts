/** What the service says of its state: whether it is alive, and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import { tryWriting } from '../data/bookings.ts';
import type { Database } from '../data/database.ts';
import type { Logger } from './log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is shutting down and takes no new work. */
    gatewayIsDraining: boolean;
  }
}

const READY_TIMEOUT_MS = 2_000;

/** Registers `/health` and `/ready`. */
export function registerPages(fastify: FastifyInstance, { database, log }: { database: Database; log: Logger }): void {
  fastify.decorate('gatewayIsDraining', false);
  fastify.get('/health', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'alive' }),
  );
  fastify.get('/ready', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const reason = fastify.gatewayIsDraining ? 'draining' : await complaintOf(database, log);
    if (reason === null) return reply.send({ ready: true });
    return reply.code(503).header('Retry-After', '1').send({ ready: false, reason });
  });
}

/** What keeps the database from being of use; null: nothing. */
async function complaintOf(database: Database, log: Logger): Promise<'database' | 'database read-only' | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS);
  });
  try {
    const sqlState = await Promise.race([database.writeRefusal(tryWriting), timeout]);
    if (sqlState === null) return null;
    log.warn({ sqlState }, 'database read-only');
    return 'database read-only';
  } catch (error) {
    log.warn(error, 'database away');
    return 'database';
  } finally {
    clearTimeout(timer);
  }
}
