/**
 * Bounds of inputs in the words of JSON Schema, for those who make schemas of ours (X5): GraphQL has no words for them. They are those that the rules
 * check, and stand in the descriptions for people.
 */
import { z } from 'zod';
import { type Bounds, PAGE_SIZE } from '../../../operations/search/search-input.ts';

const NAMES = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

type Numbers = Readonly<Partial<Record<(typeof NAMES)[number], number>>>;

/** `items`: bounds of each entry of a list. */
type JsonBounds = Numbers & { readonly items?: Numbers };

/** Options of an input field whose numbers are within bounds. */
export function within({ min, max }: Bounds) {
  return { extensions: { bounds: () => between({ min, max }) } };
}

function between({ min, max }: Bounds): Numbers {
  return { minimum: min, ...(max !== undefined && { maximum: max }) };
}

/** The same with a description that ends with the bounds. */
export function describedWithin(says: string, bounds: Required<Bounds>) {
  return { description: `${says}, ${bounds.min} to ${bounds.max}.`, ...within(bounds) };
}

/** Options of the argument that says how long a page is. */
export function pageSize(defaultValue: number) {
  return { defaultValue, required: true as const, ...describedWithin('Rows of a page', PAGE_SIZE) };
}

/** Options of an input field with so many entries, which may be numbers within bounds. */
export function withEntries({ min, max }: Required<Bounds>, each?: Bounds) {
  const bounds = { minItems: min, maxItems: max, ...(each && { items: between(each) }) };
  return { extensions: { bounds: (): JsonBounds => bounds } };
}

/** Options of an input field for a text of at most so many characters. */
export function withCharacters(max: number) {
  return { extensions: { bounds: (): JsonBounds => ({ maxLength: max }) } };
}

/** Options of an input field that a schema checks. */
export function checkedBy(schema: z.ZodType) {
  return {
    extensions: {
      bounds(): JsonBounds {
        const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonBounds;
        return Object.fromEntries(
          NAMES.flatMap((name) => {
            const bound = written[name];
            // Any integer is within the bounds that zod has by default.
            return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? [] : [[name, bound]];
          }),
        );
      },
    },
  };
}

/** The bounds of an input field; none are known of most. */
export function boundsOf({ extensions }: { readonly extensions: object }): JsonBounds {
  const { bounds } = extensions as { readonly bounds?: () => JsonBounds };
  return bounds?.() ?? {};
}
