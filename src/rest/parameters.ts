/**
 * Query parameters as data, and one strict reader for all of them (I5): an integer is written the way JSON writes one, a
 * date is a real `YYYY-MM-DD`, an identifier an integer or an ObjectId. An empty parameter counts as omitted, an unknown
 * one is ignored, a repeated one is refused, and every problem is told. A parameter names its bounds for the reference
 * page; they are enforced by the shared input rules, under the canonical name that it gives.
 */
import { type Day, parseDay } from '../domain/time/civil-date.ts';
import { EXPECTED_FORMS, type InputProblem, type InputProblemCode } from '../operations/input-problem.ts';
import { reference as referenceSchema } from '../operations/input-values.ts';
import type { Bounds } from '../operations/search/search-input.ts';

export interface Parameter<Value = unknown> {
  readonly kind: 'integer' | 'date' | 'reference' | 'text' | 'choice' | 'list';
  /** Where it stands. */
  readonly in: 'path' | 'query';
  /** Its name in the shared input rules. */
  readonly canonical: string;
  readonly description: string;
  /** None where no value is good for longer than a moment. */
  readonly example?: string;
  readonly isRequired: boolean;
  readonly bounds?: Bounds;
  /** Of a text: the most characters that it may have. */
  readonly maxLength?: number;
  /** Of a choice: all its values. Of a list: the values that have a meaning. */
  readonly values?: readonly string[];
  readonly defaultValue?: number | string;
  /** The value that a text stands for; null for a text of another form. */
  read(text: string): Value | null;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** What was read, by parameter: null when it was not sent and has no default. */
export type ParameterValues<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value | null : never;
};

interface Documentation {
  readonly canonical: string;
  readonly description: string;
  readonly example?: string;
  readonly isRequired?: true;
  readonly in?: 'path';
}

const OPTIONAL_IN_QUERY = { in: 'query', isRequired: false } as const;

const INTEGER_PATTERN = /^(?:0|-?[1-9]\d*)$/;
const REPEATABLE_PATTERN = /^[\w.+-]{1,40}$/;
/** No stored integer leaves 32 bits, so a number beyond them means the same as the last one within. */
const MAX_INTEGER = 2 ** 31 - 1;

/** A whole number, brought into 32 bits when it lies beyond them. */
export function integer(
  documentation: Documentation & { readonly bounds?: Bounds; readonly defaultValue?: number },
): Parameter<number> {
  return {
    ...OPTIONAL_IN_QUERY,
    ...documentation,
    kind: 'integer',
    read: (text) => (INTEGER_PATTERN.test(text) ? Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, Number(text))) : null),
  };
}

/** A civil date. */
export function date(documentation: Documentation): Parameter<Day> {
  return { ...OPTIONAL_IN_QUERY, ...documentation, kind: 'date', read: parseDay };
}

/** The identifier of an entity, as text: its integer or its ObjectId. */
export function reference(documentation: Documentation): Parameter<string> {
  return {
    ...OPTIONAL_IN_QUERY,
    ...documentation,
    kind: 'reference',
    read: (text) => referenceSchema.safeParse(text).data ?? null,
  };
}

/** Any text; its length is a matter of the shared input rules. */
export function text(documentation: Documentation & { readonly maxLength?: number }): Parameter<string> {
  return { ...OPTIONAL_IN_QUERY, ...documentation, kind: 'text', read: (sent) => sent };
}

/** One of some values, in the same case. */
export function choice<Value extends string>(
  documentation: Documentation & { readonly values: readonly Value[]; readonly defaultValue: Value },
): Parameter<Value> {
  const { values } = documentation;
  return {
    ...OPTIONAL_IN_QUERY,
    ...documentation,
    kind: 'choice',
    read: (sent) => values.find((one) => one === sent) ?? null,
  };
}

/** A comma-separated list; values without a meaning are passed over. */
export function list(
  documentation: Documentation & { readonly values: readonly string[] },
): Parameter<readonly string[]> {
  const { values } = documentation;
  return {
    ...OPTIONAL_IN_QUERY,
    ...documentation,
    kind: 'list',
    read: (sent) =>
      sent
        .split(',')
        .map((item) => item.trim())
        .filter((item) => values.includes(item)),
  };
}

const WRONG_FORMS: Partial<Record<Parameter['kind'], keyof typeof EXPECTED_FORMS>> = {
  integer: 'NOT_AN_INTEGER',
  date: 'NOT_A_DATE',
  reference: 'NOT_AN_ID',
};

/** What is wrong with a text that a parameter cannot read. Texts that could be anything but a slip are not repeated. */
function malformedValue({ kind, values = [] }: Parameter, sent: string): { code: InputProblemCode; message: string } {
  const code = WRONG_FORMS[kind];
  const expected = code ? EXPECTED_FORMS[code] : `one of ${values.join(', ')}`;
  const message = `Must be ${expected}${REPEATABLE_PATTERN.test(sent) ? `, not ${sent}` : ''}.`;
  return { code: code ?? 'INVALID_VALUE', message };
}

/** Reads a parsed query string (repeated parameters are lists in it). Values with a problem are null. */
export function readParameters<P extends Parameters>(
  parameters: P,
  query: Readonly<Record<string, unknown>>,
): { values: ParameterValues<P>; problems: InputProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: InputProblem[] = [];
  for (const [path, parameter] of Object.entries(parameters)) {
    const sent = query[path];
    values[path] = null;
    if (sent === undefined || sent === '') {
      values[path] = parameter.defaultValue ?? null;
      if (parameter.isRequired) problems.push({ path, code: 'REQUIRED', message: 'Is required.' });
    } else if (typeof sent !== 'string') {
      problems.push({ path, code: 'REPEATED', message: 'Must be given only once.' });
    } else {
      values[path] = parameter.read(sent);
      if (values[path] === null) problems.push({ path, ...malformedValue(parameter, sent) });
    }
  }
  return { values: values as ParameterValues<P>, problems };
}

/** The name of the parameter that the shared input rules call `canonical`; an unknown name stays as it is. */
export function parameterNameOf(parameters: Parameters, canonical: string): string {
  return Object.entries(parameters).find(([, parameter]) => parameter.canonical === canonical)?.[0] ?? canonical;
}
