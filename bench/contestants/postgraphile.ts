/**
 * PostGraphile 5 over the same database with its Amber preset and a pool as large as the gateway's. It requires Node 22; on
 * Node 20 it lacks only `Promise.withResolvers`. Environment: `DATABASE_URL`.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { announce } from './listen.ts';

const POOL_SIZE = 10;

const promises = Promise as unknown as { withResolvers?: () => object };
promises.withResolvers ??= () => {
  let settle: object = {};
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
};

// Imported after the line above has run.
const [{ postgraphile }, { PostGraphileAmberPreset }, { makePgService }, { grafserv }] = await Promise.all([
  import('postgraphile'),
  import('postgraphile/presets/amber'),
  import('postgraphile/adaptors/pg'),
  import('postgraphile/grafserv/node'),
]);

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => announce(server));
