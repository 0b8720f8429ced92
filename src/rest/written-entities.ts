/**
 * Entities that many records of an answer name, and many answers have in common: each is asked for once and written once, and
 * what was written is kept as a part of answers to callers who see the same.
 */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Soon } from '../data/soon.ts';
import { PAGE_SIZE_MAX } from '../operations/search-input.ts';
import { utf8 } from '../operations/utf8.ts';
import type { WrittenEntities } from './route.ts';

/** What is kept of the answers of a route, by name. */
export interface KeptParts {
  find(name: string): Buffer | null;
  keep(name: string, bytes: Buffer): void;
}

/**
 * Entities as JSON, by number: as they are kept, and the others as `ask` gives them, a few at a time; these are kept then. An
 * entity that `ask` does not give is missing.
 */
export async function writtenEntities(
  numbers: Iterable<number>,
  {
    ask,
    nameOf,
    parts,
  }: {
    ask: (numbers: readonly number[]) => Soon<ExecutionResult>;
    nameOf: (number: number) => string;
    parts: KeptParts;
  },
): Promise<{ written: WrittenEntities } | { errors: readonly GraphQLError[] }> {
  const written = new Map<number, Buffer>();
  const missing: number[] = [];
  for (const number of numbers) {
    const kept = parts.find(nameOf(number));
    if (kept) written.set(number, kept);
    else missing.push(number);
  }
  for (const portion of portionsOf(missing)) {
    const { data, errors } = await ask(portion);
    if (errors?.[0] || !data) return { errors: errors ?? [] };
    for (const entity of data.result as readonly { readonly id: number }[]) {
      const bytes = utf8(JSON.stringify(entity));
      written.set(entity.id, bytes);
      parts.keep(nameOf(entity.id), bytes);
    }
  }
  return { written };
}

/** As many as may be asked for at once. */
function portionsOf(numbers: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(numbers.length / PAGE_SIZE_MAX) }, (_, portion) =>
    numbers.slice(portion * PAGE_SIZE_MAX, (portion + 1) * PAGE_SIZE_MAX),
  );
}
