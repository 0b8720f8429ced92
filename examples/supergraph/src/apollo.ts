import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { passedOn } from './passed-on.ts';

/** Apollo Server with Apollo Gateway, as a router; returns its address. */
export async function startApollo(supergraphSdl: string, port: number): Promise<string> {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ url }) =>
      new RemoteGraphQLDataSource<Record<string, string>>({
        url,
        willSendRequest({ request, context }) {
          for (const [name, value] of Object.entries(context)) request.http?.headers.set(name, value);
        },
      }),
  });
  const { url } = await startStandaloneServer(
    new ApolloServer<Record<string, string>>({ gateway, includeStacktraceInErrorResponses: false }),
    {
      listen: { host: '127.0.0.1', port },
      context: async ({ req }) => passedOn(req),
    },
  );
  return url;
}
