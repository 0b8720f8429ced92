/** N1: what a router asks of 100 hotels (`_entities`), beside `nodes` of the same ids (X2). */
import { type PreparedDatabase, withDatabase } from '../catalogues/databases.ts';
import { type Ask, contentOf, operation, send, withHeaders } from '../races/ask.ts';
import { type Contestant, startGateway } from '../races/contestant.ts';
import { mediansInTurn, microsOf } from '../races/processor-time.ts';
import { differenceOf } from '../races/same-content.ts';

const HOTELS = 100;
/** So many processes answer each of the two as their first request. */
const STARTS = 5;
/** So often each is asked before it counts, and then in each round. */
const WARMING = 200;
const REQUESTS = 200;
const ROUNDS = 5;

const SELECTION =
  '{ __typename ... on Hotel { number name stars shortDescription { cs de en ru } destination { number name { cs de en ru } } } }';

/** Microseconds of processor time for a request. */
export interface EntityFigures {
  readonly hotels: number;
  readonly cold: Pair;
  readonly warm: Pair;
}

const NAMES = ['nodes', 'entities'] as const;
interface Pair {
  readonly nodes: number;
  readonly entities: number;
}

/** The response cache is off. Null: the kernel does not report processor time. */
export async function measureEntities(database: PreparedDatabase): Promise<EntityFigures | null> {
  const rows = await withDatabase(database.url, ({ prisma }) =>
    prisma.hotel.findMany({ select: { id: true }, orderBy: { number: 'asc' }, take: HOTELS }),
  );
  const ids = rows.map(({ id }) => id);
  const asks: Readonly<Record<keyof Pair, Ask>> = {
    nodes: operation(`query ($ids: [ID!]!) { nodes(ids: $ids) ${SELECTION} }`, { ids }),
    entities: operation(`query ($of: [_Any!]!) { _entities(representations: $of) ${SELECTION} }`, {
      of: ids.map((id) => ({ __typename: 'Hotel', id })),
    }),
  };
  const start = () => startGateway(database, { name: 'gateway as a subgraph', storeMb: 0 });
  const withKey = (name: keyof Pair) => withHeaders(asks[name], { authorization: `Bearer ${database.key}` });
  const spent = (gateway: Contestant, name: keyof Pair, requests: number) => microsOf(gateway, withKey(name), requests);
  const hotelsOf = async ({ url }: Contestant, name: keyof Pair) => {
    const { data } = contentOf(asks[name], await send(url, withKey(name))) as { data: Record<string, unknown> };
    return Object.values(data)[0];
  };

  const cold = await mediansInTurn(NAMES, STARTS, async (name) => {
    const gateway = await start();
    try {
      return await spent(gateway, name, 1);
    } finally {
      await gateway.stop();
    }
  });
  const gateway = await start();
  try {
    const difference = differenceOf(await hotelsOf(gateway, 'nodes'), await hotelsOf(gateway, 'entities'));
    if (difference !== null) throw new Error(`\`nodes\` and \`_entities\` differ: ${difference}`);
    for (const name of NAMES) await spent(gateway, name, WARMING);
    const warm = await mediansInTurn(NAMES, ROUNDS, (name) => spent(gateway, name, REQUESTS));
    return Number.isNaN(cold.nodes) ? null : { hotels: ids.length, cold, warm };
  } finally {
    await gateway.stop();
  }
}
