/**
 * Mercurius with graphql-jit and plain resolvers over a Prisma client like the gateway's (same adapter, pool and prepared
 * statements). No keys, no limits, no caches. Environment: `DATABASE_URL`.
 */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { openDatabase } from '../../src/data/database/database.ts';
import { dayInTimeZone } from '../../src/domain/time/civil-date.ts';
import { announce } from './listen.ts';
import { plainContext } from './plain/loaders.ts';
import { resolvers } from './plain/resolvers.ts';
import { SCHEMA } from './plain/schema.ts';

const { prisma } = await openDatabase({ kind: 'postgresql', url: process.env.DATABASE_URL! });
const fastify = Fastify({ logger: false, keepAliveTimeout: 60_000 });
await fastify.register(mercurius, {
  schema: SCHEMA,
  resolvers,
  jit: 1,
  graphiql: false,
  context: () => plainContext(prisma, dayInTimeZone(Date.now(), 'Europe/Prague')),
});
await fastify.listen({ port: 0, host: '127.0.0.1' });
announce(fastify.server);
