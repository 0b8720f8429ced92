/** What `Accept` says, whatever is quoted in it, and how long reading it takes. */
import Negotiator from 'negotiator';
import { describe, expect, test } from 'vitest';
import { acceptedTypes } from '../../../src/http/response/representation.ts';
import { acceptsEventStream, negotiateMediaType } from '../../../src/server/graphql/graphql-media-type.ts';
import { growthOf, isLinear } from '../../support/database/growth.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

const TYPES = ['application/json', 'text/html'];

test.each([
  undefined,
  '',
  'text/html',
  'text/plain;a="x,text/html", application/json;q=0.5',
  'text/html;a="x;q=0";q=0.4, application/json;q="0.5"',
  'text/html;a=",";b=";,", application/json;q=0.1',
  'application/json;q=0.1, text/html;a="not closed, text/html;q=1',
  '"text/html", application/json',
])('%s is negotiated as the library does it', (accept) => {
  const expected = new Negotiator({ headers: { accept } });
  expect(acceptedTypes(accept).mediaTypes()).toEqual(expected.mediaTypes());
  expect(acceptedTypes(accept).mediaTypes(TYPES)).toEqual(expected.mediaTypes(TYPES));
});

/** As many quotes as the largest head may have, and a quarter of them. */
const QUARTER = 1_300;

describe.each([
  ['types', (size: number) => `"${',""'.repeat(size)}`],
  ['parameters', (size: number) => `text/html;"${';""'.repeat(size)}`],
])('quotes around %s are read in linear time', (_, acceptOf) => {
  test.each<[string, (accept: string) => unknown]>([
    ['a GraphQL answer', negotiateMediaType],
    ['a stream of events', acceptsEventStream],
    ['an address that nobody knows, without a key', (accept) => pages.inject({ url: '/x', headers: { accept } })],
  ])('for %s', async (_what, ask) => {
    expect(await growthOf((size) => ask(acceptOf(size)), QUARTER)).toSatisfy(isLinear);
  });
});

const pages = serveEndpoints([open('/', () => ({ status: 200, headers: {}, bytes: Buffer.from('page') }))]);
