/**
 * Query parameters as data, and one strict reader for all of them (I5): an integer is written the way JSON writes one, a
 * date is a real `YYYY-MM-DD`, an identifier an integer or an ObjectId. An empty parameter counts as omitted, an unknown
 * one is ignored, a repeated one is refused, and every problem is told. A parameter names its bounds for the reference
 * page; they are enforced by the shared input rules, under the canonical name that it gives.
 */
import { type Day, parseDay } from '../domain/civil-date.ts';
import type { InputProblem, InputProblemCode } from '../operations/input-problem.ts';
import type { Bounds } from '../operations/search-input.ts';

export interface Parameter<Value = unknown> {
  readonly kind: 'integer' | 'date' | 'reference';
  /** Its name in the shared input rules. */
  readonly canonical: string;
  readonly description: string;
  readonly example: string;
  readonly isRequired: boolean;
  readonly bounds?: Bounds;
  readonly defaultValue?: number;
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
  readonly example: string;
  readonly isRequired?: true;
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const OBJECT_ID = /^[0-9a-fA-F]{24}$/;
/** No stored integer leaves 32 bits, so nothing distinguishes a number beyond them from the last one within. */
const LAST_INTEGER = 2 ** 31 - 1;

/** A whole number, brought into 32 bits when it lies beyond them. */
export function integer(
  documentation: Documentation & { readonly bounds?: Bounds; readonly defaultValue?: number },
): Parameter<number> {
  return {
    isRequired: false,
    ...documentation,
    kind: 'integer',
    read: (text) => (INTEGER.test(text) ? Math.max(-LAST_INTEGER, Math.min(LAST_INTEGER, Number(text))) : null),
  };
}

/** A civil date. */
export function date(documentation: Documentation): Parameter<Day> {
  return { isRequired: false, ...documentation, kind: 'date', read: parseDay };
}

/** The identifier of an entity, as text: its integer or its ObjectId. */
export function reference(documentation: Documentation): Parameter<string> {
  return {
    isRequired: false,
    ...documentation,
    kind: 'reference',
    read: (text) => (INTEGER.test(text) || OBJECT_ID.test(text) ? text : null),
  };
}

const WRONG_FORM: Readonly<Record<Parameter['kind'], { code: InputProblemCode; message: string }>> = {
  integer: { code: 'NOT_AN_INTEGER', message: 'Must be an integer.' },
  date: { code: 'NOT_A_DATE', message: 'Must be a real date as YYYY-MM-DD.' },
  reference: { code: 'NOT_AN_ID', message: 'Must be an integer or an ObjectId (24 hexadecimal digits).' },
};

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
      if (values[path] === null) problems.push({ path, ...WRONG_FORM[parameter.kind] });
    }
  }
  return { values: values as ParameterValues<P>, problems };
}

/** The name of the parameter that the shared input rules call `canonical`; an unknown name stays as it is. */
export function parameterNameOf(parameters: Parameters, canonical: string): string {
  return Object.entries(parameters).find(([, parameter]) => parameter.canonical === canonical)?.[0] ?? canonical;
}
