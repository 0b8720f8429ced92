/**
 * Mercurius with graphql-jit over the gateway's own schema, resolvers and caches, so only the HTTP path and the execution
 * differ. One caller, whose key is looked up once. Environment: `DATABASE_URL`, `BENCH_KEY`, `API_KEY_PEPPER`.
 */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { watchEpochs } from '../../src/data/cache/epochs.ts';
import { openDatabase } from '../../src/data/database/database.ts';
import { openApiKeys } from '../../src/data/keys/key-lookup.ts';
import { systemClock } from '../../src/domain/time/clock.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { readLanguages } from '../../src/http/exchange.ts';
import { createServices } from '../../src/operations/access/services.ts';
import { deadlineIn } from '../../src/operations/deadline.ts';
import { createCursorSigner } from '../../src/operations/search/cursors.ts';
import { announce } from './listen.ts';

const pepper = process.env.API_KEY_PEPPER!;
const database = await openDatabase({ kind: 'postgresql', url: process.env.DATABASE_URL! });
const epochs = await watchEpochs(database);
const apiKeys = openApiKeys({ database, epochs, pepper, clock: systemClock });
const caller = await apiKeys.authenticate(process.env.BENCH_KEY!);
if (!caller) throw new Error('the key of the benchmark is not accepted');
const services = createServices({
  database,
  epochs,
  apiKeys,
  clock: systemClock,
  businessTimeZone: 'Europe/Prague',
  cursors: createCursorSigner(pepper),
});
const fastify = Fastify({ logger: false, keepAliveTimeout: 60_000 });
await fastify.register(mercurius, {
  schema,
  jit: 1,
  graphiql: false,
  context: (request) =>
    services.open({
      caller,
      languages: readLanguages(request.headers['accept-language']),
      deadline: deadlineIn(10_000),
    }),
});
await fastify.listen({ port: 0, host: '127.0.0.1' });
announce(fastify.server);
