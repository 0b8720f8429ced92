/**
 * Patterns of the reference that every validator reads alike: with the flag `u` and without it, and in the engines of Python,
 * Java, .NET, Go and Rust, which do not all know `\u`, `\p{...}` by long names, look-around or halves of surrogate pairs. What
 * checks a request may use all that JavaScript has; the table says the same in plainer words. A pattern that needs no flag
 * says it already.
 */
import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** By the source of a pattern with the flag `u`; null: nothing that a validator could hold against a text. */
export const PORTABLE_PATTERNS: Readonly<Record<string, string | null>> = {
  '^\\P{Cc}*$': '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  '^[\\P{Cc}\\t\\n\\r]*$': '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
  // Halves of surrogate pairs are no text: RFC 8259 leaves open what a reader makes of them, most put U+FFFD in their place,
  // and the patterns that would find them do not compile in Go and Rust.
  '^\\P{Surrogate}*$': null,
};

/** A schema of a text whose conditions are patterns, each of them as every validator reads it. */
export function withPortablePatterns({ pattern, allOf = [], ...others }: JsonSchema): JsonSchema {
  const patterns = [pattern, ...allOf.map((condition) => condition.pattern)].flatMap(
    (one) => toPortablePattern(one) ?? [],
  );
  if (patterns.length > 1) return { ...others, allOf: patterns.map((one) => ({ pattern: one })) };
  return patterns.length === 1 ? { ...others, pattern: patterns[0] } : others;
}

function toPortablePattern(pattern: string | undefined): string | null | undefined {
  const known = pattern === undefined ? undefined : PORTABLE_PATTERNS[pattern];
  return known === undefined ? pattern : known;
}
