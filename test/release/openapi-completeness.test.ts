/** Nothing that callers rely on goes out of the OpenAPI document unnoticed. */
import { expect, test } from 'vitest';
import type { Json } from './json-schema-changes.ts';
import { openApiChanges } from './openapi-changes.ts';
import { presentState } from './releases.ts';

const { document } = presentState();
/** Of the places of the document, how many there are to one that is tried: all of them take minutes. */
const ONE_IN = 41;

test('a document is the same as itself, whatever the order of its parts', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, inner]): [string, unknown] => [name, reversed(inner)])
        .reverse(),
    );
  };
  expect(openApiChanges(document, reversed(document) as Json)).toEqual([]);
});

/** Where a document says what only people read, or what everything else refers to. */
const PEOPLES = new Set(['description', 'summary', 'title', 'info', 'tags', 'openapi', 'deprecated']);

/** What may as well be left out: `required: false`, `required: []`, and in answers whether fields may be new. */
function asksNothing(name: string, value: unknown): boolean {
  if (name === 'additionalProperties') return typeof value === 'boolean';
  return name === 'required' && (value === false || (value as unknown[]).length === 0);
}

/** The place of every value in a document, but of those that only people read; a name in `properties` may be any. */
function* placesIn(value: unknown, place: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (place.at(-1) !== 'properties' && (PEOPLES.has(name) || asksNothing(name, inner))) continue;
    yield [...place, name];
    yield* placesIn(inner, [...place, name]);
  }
}

test('whatever is taken out of the document is noticed', () => {
  const places = [...placesIn(document)];
  const unnoticed = places
    .filter((_, index) => index % ONE_IN === 0)
    .filter((place) => {
      const draft = structuredClone(document);
      const holder = place.slice(0, -1).reduce((inner, name) => inner[name] as Json, draft) as Record<string, unknown>;
      if (Array.isArray(holder)) holder.splice(Number(place.at(-1)), 1);
      else delete holder[place.at(-1)!];
      try {
        return openApiChanges(document, draft).length === 0;
      } catch (error) {
        // What is referred to and is not there is noticed, too.
        return !/^the document has no/.test((error as Error).message);
      }
    });
  expect(unnoticed.map((place) => place.join(' '))).toEqual([]);
});
