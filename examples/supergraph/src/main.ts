/** The supergraph of stays and reviews: composed, and run by two routers, which pass the caller's key on. */
import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { startApollo } from './apollo.ts';
import { startHive } from './hive.ts';
import { listen } from './listen.ts';
import { reviews, typeDefs } from './reviews.ts';

const { GATEWAY_URL = 'http://127.0.0.1:4000', PORT = '4001' } = process.env;
/** The ports from there on; 0: any that are free. */
const port = (index: number) => (PORT === '0' ? 0 : Number(PORT) + index);

const reviewsUrl = await listen(reviews, port(0));
const { supergraphSdl, errors } = composeServices([
  { name: 'stays', url: `${GATEWAY_URL}/graphql`, typeDefs: parse(readFileSync('subgraph.graphql', 'utf8')) },
  { name: 'reviews', url: reviewsUrl, typeDefs },
]);
if (!supergraphSdl) throw new AggregateError(errors ?? []);

console.log(`reviews: ${reviewsUrl}`);
console.log(`apollo: ${await startApollo(supergraphSdl, port(1))}`);
console.log(`hive: ${await startHive(supergraphSdl, port(2))}`);
