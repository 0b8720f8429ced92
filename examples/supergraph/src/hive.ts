import type { IncomingMessage } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import { listen } from './listen.ts';
import { passedOn } from './passed-on.ts';

/** Hive Gateway as a router; returns its address. */
export function startHive(supergraph: string, port: number): Promise<string> {
  const gateway = createGatewayRuntime<{ req: IncomingMessage }>({
    supergraph,
    transports: { http },
    propagateHeaders: { fromClientToSubgraphs: ({ context }) => context.req && passedOn(context.req) },
  });
  return listen(gateway, port);
}
