/**
 * Patterns of the reference that all validators read alike: with and without the flag `u`, and in Python, Java, .NET,
 * Go and Rust, which do not all support `\u`, long names in `\p{...}`, look-around or surrogate halves. Checks of
 * requests may use all of JavaScript; the table maps their patterns to portable ones. Patterns without a flag are
 * portable already.
 */
import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What stands for a pattern with the flag `u`, under its source; null: nothing that a validator could check. */
export const PORTABLE_PATTERNS: Readonly<Record<string, string | null>> = {
  '^\\P{Cc}*$': '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  '^[\\P{Cc}\\t\\n\\r]*$': '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
  // Surrogate halves are not text. RFC 8259 leaves their treatment open, most readers put U+FFFD in their place, and
  // patterns that match them do not compile in Go and Rust.
  '^\\P{Surrogate}*$': null,
};

/** A text schema with each of its patterns in the portable form. */
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
