/**
 * What programs look for before they know an interface: `/llms.txt` for models that read the site, and `/.well-known/api-catalog` (RFC 9727),
 * which names each interface with its descriptions (X7).
 */

import type { Endpoint } from '../../../http/endpoint.ts';
import { MCP_PATH } from '../../../mcp/mcp-endpoints.ts';
import { GRAPHQL_PATH } from '../../graphql/graphql-yoga.ts';
import type { OpenEndpoint } from '../open-endpoint.ts';
import { DOCUMENT_PATH, PAGE_PATH } from '../reference.ts';
import { pageOrigin } from '../rendered/page-origin.ts';
import { GUIDES } from './guides.ts';
import { publicText } from './public-text.ts';
import { SCHEMA } from './schema-endpoints.ts';

const CATALOG_PATH = '/.well-known/api-catalog';
/** A set of links in JSON (RFC 9264), of the form that RFC 9727 defines. */
const LINKSET = 'application/linkset+json;profile="https://www.rfc-editor.org/info/rfc9727"';

const TEXT = `# Stays in spa hotels

> Hotels, what stays cost, whether they are free, and bookings of them. Every interface but this one needs an API key.

## Interfaces

- [GraphQL](${GRAPHQL_PATH}): everything, by POST. [The schema](${SCHEMA.text}) with descriptions, [the same as JSON](${SCHEMA.json})
- [Tools for agents](${MCP_PATH}): the Model Context Protocol over Streamable HTTP, by POST. [How to use it](${GUIDES.agents})
- [REST](${PAGE_PATH}): the frozen v1 and lists of v2. [The OpenAPI document](${DOCUMENT_PATH})

## Rules

- [The rule book](${GUIDES.rules}): every rule of prices, calendars and bookings by its number
- [All codes of problems](${SCHEMA.text}): the enumeration ProblemCode of the schema says what each means
`;

interface Link {
  readonly href: string;
  readonly type: string;
}

/** Each interface with its description for programs, and with what people read of it. */
const CATALOG: readonly { path: string; descriptions: readonly Link[]; guide: Link }[] = [
  {
    path: GRAPHQL_PATH,
    descriptions: [
      { href: SCHEMA.text, type: 'text/plain' },
      { href: SCHEMA.json, type: 'application/json' },
    ],
    guide: { href: GUIDES.rules, type: 'text/markdown' },
  },
  {
    path: '/api',
    descriptions: [{ href: DOCUMENT_PATH, type: 'application/json' }],
    guide: { href: PAGE_PATH, type: 'text/html' },
  },
  { path: MCP_PATH, descriptions: [], guide: { href: GUIDES.agents, type: 'text/markdown' } },
];

export function catalogEndpoints(
  open: OpenEndpoint,
  { publicHosts }: { readonly publicHosts: readonly string[] },
): Endpoint[] {
  const text = publicText(TEXT, 'text/plain');
  return [
    open('/llms.txt', () => text),
    open(CATALOG_PATH, (exchange) => {
      const origin = pageOrigin(exchange, publicHosts) ?? '';
      const linkset = CATALOG.map(({ path, descriptions, guide }) => ({
        anchor: origin + path,
        ...(descriptions.length > 0 && { 'service-desc': descriptions.map((link) => at(origin, link)) }),
        'service-doc': [at(origin, guide)],
      }));
      return {
        status: 200,
        headers: {
          'Content-Type': LINKSET,
          'Cache-Control': 'public, max-age=86400',
          Link: `<${origin}${CATALOG_PATH}>; rel="api-catalog"`,
        },
        bytes: Buffer.from(JSON.stringify({ linkset })),
        // Addresses are those that the caller knows.
        vary: ['Host'],
      };
    }),
  ];
}

function at(origin: string, { href, type }: Link): Link {
  return { href: origin + href, type };
}
