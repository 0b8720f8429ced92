/** The first requests, to be sent from the page or copied into a shell. */
import type { DeveloperTexts } from './texts/index.ts';

export interface Example {
  readonly name: keyof DeveloperTexts['examples'];
  readonly path: string;
  /** The GraphQL document; REST has none. */
  readonly query?: string;
}

export type Kind = 'GraphQL' | 'REST';

export const EXAMPLES: Readonly<Record<Kind, readonly [Example, ...Example[]]>> = {
  GraphQL: [
    {
      name: 'forSale',
      path: '/graphql',
      query: '{ visitTypes(first: 3) { totalCount nodes { number name { text } nightsMin nightsMax } } }',
    },
    {
      name: 'hotels',
      path: '/graphql',
      query: '{ hotels(first: 3) { nodes { number name stars roomTypes { number beds category { text } } } } }',
    },
    { name: 'key', path: '/graphql', query: '{ viewer { client isPublishable isTest rights today } }' },
  ],
  REST: [
    { name: 'forSale', path: '/api/v1/visit-types?max=3' },
    { name: 'hotels', path: '/api/v2/hotels?limit=3' },
    { name: 'destinations', path: '/api/v1/destinations' },
  ],
};

export function requestOf({ query }: Example, { key, language }: { key: string; language: string }): RequestInit {
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Language': language };
  if (query === undefined) return { headers };
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  };
}

/** The same request for a shell. */
export function commandOf(example: Example, options: { key: string; language: string }): string {
  const { headers, body } = requestOf(example, options);
  const lines = [
    `curl '${location.origin}${example.path}'`,
    ...Object.entries(headers as Record<string, string>).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${body}'`]),
  ];
  return lines.join(' \\\n  ');
}
