/** Nothing that callers rely on disappears from the OpenAPI document unnoticed. */
import { expect, test } from 'vitest';
import type { Json } from './json-schema-changes.ts';
import { openApiChanges } from './openapi-changes.ts';
import { presentState } from './releases.ts';

const { document } = presentState();
/** One place in so many is tried; all of them would take minutes. */
const ONE_IN = 101;

test('a document equals itself, in any order of its parts', () => {
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

/** Keywords for people, and those that everything else refers to. */
const PEOPLES = new Set(['description', 'summary', 'title', 'info', 'tags', 'openapi', 'deprecated']);

/** Keywords without effect: `required: false`, `required: []`, and in responses whether new fields are allowed. */
function asksNothing(name: string, value: unknown): boolean {
  if (name === 'additionalProperties') return typeof value === 'boolean';
  return name === 'required' && (value === false || (value as unknown[]).length === 0);
}

/** The places of all values in a document, except for texts for people; under `properties` any name counts. */
function* placesIn(value: unknown, place: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (place.at(-1) !== 'properties' && (PEOPLES.has(name) || asksNothing(name, inner))) continue;
    yield [...place, name];
    yield* placesIn(inner, [...place, name]);
  }
}

test('every removal from the document is noticed', () => {
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
        // A dangling reference is noticed, too.
        return !/^the document has no/.test((error as Error).message);
      }
    });
  expect(unnoticed.map((place) => place.join(' '))).toEqual([]);
});
