/** The media type of a GraphQL answer, by `Accept`. */
import { describe, expect, test } from 'vitest';
import { negotiateMediaType } from '../../../src/server/graphql/graphql-media-type.ts';

describe('the media type of an answer', () => {
  test.each<[accept: string | undefined, type: string | null]>([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/json;q=0.5, application/graphql-response+json;q=0.9', 'application/graphql-response+json'],
    ['application/json;q=0, application/graphql-response+json;q=0.1', 'application/graphql-response+json'],
    // JSON before incremental types, as clients that accept both expect for a query.
    ['application/json;q=0, */*', 'application/graphql-response+json'],
    ['text/event-stream, application/json;q=0.1', 'application/json'],
    ['multipart/mixed;deferSpec=20220824,application/json', 'application/json'],
    ['text/event-stream, multipart/mixed', 'multipart/mixed'],
    ['text/event-stream', 'text/event-stream'],
    ['multipart/*', 'multipart/mixed'],
    ['text/html', null],
    ['application/json;q=0', null],
    ['json', null],
    [';', null],
    [`${'text/plain,'.repeat(1_000)}application/json`, 'application/json'],
  ])('for %s is %s', (accept, type) => {
    expect(negotiateMediaType(accept)).toBe(type);
    expect(negotiateMediaType(accept)).toBe(type);
  });
});
