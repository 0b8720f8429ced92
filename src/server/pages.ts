/** What the service says of itself: the front page, and whether it is alive and ready. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../data/database.ts';
import type { Logger } from './log.ts';
import { sendPage } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is shutting down and takes no new work. */
    gatewayIsDraining: boolean;
  }
}

const READY_TIMEOUT_MS = 2_000;

/** Registers `/`, `/health` and `/ready`. */
export function registerPages(
  fastify: FastifyInstance,
  { database, demoKey, log }: { database: Database; demoKey: string | null; log: Logger },
): void {
  fastify.decorate('gatewayIsDraining', false);
  fastify.get('/health', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'alive' }),
  );
  fastify.get('/ready', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const reason = fastify.gatewayIsDraining ? 'draining' : (await isReachable(database, log)) ? null : 'database';
    if (reason === null) return reply.send({ ready: true });
    return reply.code(503).header('Retry-After', '1').send({ ready: false, reason });
  });
  const page = frontPage(demoKey);
  fastify.get('/', async (_request, reply) => sendPage(reply, page));
}

async function isReachable({ prisma }: Database, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS);
  });
  try {
    await Promise.race([prisma.$queryRaw`SELECT 1`, timeout]);
    return true;
  } catch (error) {
    log.warn(error, 'database away');
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function frontPage(demoKey: string | null): string {
  const key = demoKey ?? '<API key>';
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>spa-stay-gateway</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f23; background: #fff }
  pre { background: #f3f4f6; padding: 1rem; overflow-x: auto }
  a { color: #0b5394 }
</style>
<h1>spa-stay-gateway</h1>
<p>Sells stays in spa hotels: visit types, calendars, prices and bookings, over GraphQL and REST.</p>
<ul>
  <li><a href="/graphql">GraphiQL</a>: explore and try the GraphQL API</li>
  <li><code>/api/v1</code>: the REST API for booking clients; <code>/api/v2</code>: hotels, room types, amenities</li>
  <li><a href="/health">/health</a> and <a href="/ready">/ready</a>: whether it is alive, whether it can serve</li>
</ul>
<p>A first request:</p>
<pre>curl -H ${escaped(`'Authorization: Bearer ${key}'`)} \\
  <span id="origin"></span>/api/v1/visit-types?max=3</pre>
<script>document.getElementById('origin').textContent = location.origin</script>
</html>
`;
}
