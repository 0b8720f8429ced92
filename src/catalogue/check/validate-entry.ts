/**
 * Validates one element of a file and reports every fault in it. The valid parts of a faulty element are used on, so that
 * checks between elements still see them and all problems are known after one attempt.
 */
import { z } from 'zod';
import { MAX_PROBLEMS } from '../../domain/text/refusal-bounds.ts';
import { type CheckContext, formatValue, type ProblemCode } from '../file/problems.ts';

/** What is left of an element: fields may be missing, list elements may be gaps; indexes are preserved. */
export type Salvaged<T> = T extends readonly (infer Element)[]
  ? (Salvaged<Element> | undefined)[]
  : T extends object
    ? { [Field in keyof T]?: Salvaged<T[Field]> | undefined }
    : T;

/** A validated element, or the valid parts of a faulty one. */
export type Validated<T> = { ok: true; entry: T } | { ok: false; entry: Salvaged<T> | undefined };

/** Validates `raw`, which is at `place`; faults go to `problems`. */
export function validateEntry<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  { place, problems }: CheckContext,
): Validated<z.output<S>> {
  const beginning = beginningOf(raw);
  if (beginning !== raw) {
    const found = issuesOf(schema, beginning);
    // Enough for a refusal, so the rest of the lists is not looked at (A2).
    if (found.length >= MAX_PROBLEMS) return report(found, { place, problems });
  }
  const result = schema.safeParse(raw);
  if (result.success) return { ok: true, entry: result.data };
  const refused = report(issuesOf(schema, raw), { place, problems });
  return problems.isFull ? refused : { ok: false, entry: salvage(schema, raw) as Salvaged<z.output<S>> | undefined };
}

/** Slower, and only for faulty elements: with `reportInput`, issues can name the values. */
function issuesOf(schema: z.ZodType, raw: unknown): z.core.$ZodIssue[] {
  return firstPerValue(schema.safeParse(raw, { reportInput: true }).error?.issues ?? []);
}

function report(issues: readonly z.core.$ZodIssue[], context: CheckContext): { ok: false; entry: undefined } {
  for (const issue of issues) {
    if (context.problems.isFull) break;
    reportIssue(issue, context);
  }
  return { ok: false, entry: undefined };
}

/** Entries of a list after which its faults are counted for the first time. */
const BEGINNING = 200;

/** The value with the beginnings of its longer lists; itself if it has none. */
function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.slice(0, BEGINNING).map(beginningOf);
    return entries.length === value.length && entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, beginningOf(inner), inner] as const);
  if (fields.every(([, shortened, inner]) => shortened === inner)) return value;
  return Object.fromEntries(fields.map(([name, shortened]) => [name, shortened]));
}

/** One issue per value: a malformed date is not reported as out of range, too. */
function firstPerValue(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    // Every integer has narrower bounds of its own.
    if (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) return false;
    if (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER) return false;
    const key = issue.code === 'unrecognized_keys' ? `${issue.path.join('\n')}\n` : issue.path.join('\n');
    return !seen.has(key) && seen.add(key);
  });
}

function reportIssue(issue: z.core.$ZodIssue, { place, problems }: CheckContext): void {
  const at = [...place, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      problems.add([...at, key], 'UNKNOWN_FIELD', `the format has no field ${formatValue(key)} here`);
    return;
  }
  const input = offendingInput(issue);
  const [code, rule] = describeIssue(issue, input);
  problems.add(at, code, code === 'REQUIRED' ? rule : `${formatValue(input)} ${rule}`);
}

/** The faulty value; for a union its discriminator. */
function offendingInput(issue: z.core.$ZodIssue): unknown {
  const { input } = issue;
  if (issue.code !== 'invalid_union' || !('discriminator' in issue) || !issue.discriminator) return input;
  return (input as Record<string, unknown> | undefined)?.[issue.discriminator];
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): [ProblemCode, string] {
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? ['REQUIRED', `is missing; ${describeKind(issue.expected)} is required`]
        : ['TYPE', `must be ${describeKind(issue.expected)}`];
    case 'invalid_value':
      return describeChoice(input, issue.values);
    case 'invalid_union':
      return describeChoice(input, ('options' in issue && issue.options) || []);
    case 'too_small':
      return [boundCode(issue.origin), `must be at least ${issue.minimum}${unitName(issue.origin)}`];
    case 'too_big':
      return [boundCode(issue.origin), `must be at most ${issue.maximum}${unitName(issue.origin)}`];
    default:
      return ['FORMAT', issue.message];
  }
}

function describeChoice(input: unknown, values: readonly unknown[]): [ProblemCode, string] {
  return input === undefined
    ? ['REQUIRED', `is missing; must be ${formatOptions(values)}`]
    : ['VALUE', `must be ${formatOptions(values)}`];
}

function describeKind(expected: string): string {
  const names: Record<string, string> = { int: 'an integer', object: 'an object', array: 'a list', null: 'null' };
  return names[expected] ?? `a ${expected}`;
}

function formatOptions(values: readonly unknown[]): string {
  return values.length === 1 ? formatValue(values[0]) : `one of ${values.map(formatValue).join(', ')}`;
}

function boundCode(origin: string): ProblemCode {
  return origin === 'string' || origin === 'array' ? 'LENGTH' : 'OUT_OF_RANGE';
}

function unitName(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' elements long' : '';
}

/** The parts of `raw` that satisfy their part of `schema`; undefined if none does. */
function salvage(schema: z.core.$ZodType, raw: unknown): unknown {
  const result = z.safeParse(schema, raw);
  if (result.success) return result.data;
  const inner = unwrapSchema(schema, raw);
  if (inner instanceof z.ZodArray && Array.isArray(raw)) return raw.map((element) => salvage(inner.element, element));
  if (!(inner instanceof z.ZodObject) || typeof raw !== 'object' || raw === null) return undefined;
  const fields = Object.entries(inner.shape as Record<string, z.core.$ZodType>);
  return Object.fromEntries(fields.map(([key, field]) => [key, salvage(field, (raw as Record<string, unknown>)[key])]));
}

function unwrapSchema(schema: z.core.$ZodType, raw: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return unwrapSchema(schema.unwrap(), raw);
  }
  if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof raw !== 'object' || raw === null) return schema;
  const { discriminator } = schema.def;
  const chosen = schema.options.find(
    (option) => option instanceof z.ZodObject && matchesLiteral(option.shape[discriminator], raw, discriminator),
  );
  return chosen ?? schema;
}

function matchesLiteral(literal: z.core.$ZodType, raw: object, field: string): boolean {
  return z.safeParse(literal, (raw as Record<string, unknown>)[field]).success;
}
