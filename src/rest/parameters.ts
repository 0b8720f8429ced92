/**
 * Query parameters as data, with one strict reader (I5): an integer is written as in JSON, a date is a real
 * `YYYY-MM-DD`, an identifier is an integer or an ObjectId. An empty parameter counts as omitted, an unknown one is
 * ignored, a repeated one is refused. A parameter states its bounds for the reference page; the shared input rules enforce them under
 * its canonical name before the stored document is asked. All problems are reported together, in the names of the parameters, in
 * messages too (F7).
 */

import { z } from 'zod';
import { EXPECTED_FORMS, type InputProblem, type WordedProblem } from '../domain/problem/input-problem.ts';
import type { InputCode } from '../domain/problem/input-reasons.ts';
import { type Day, parseDay } from '../domain/time/civil-date.ts';
import { reference as referenceSchema } from '../operations/input-values.ts';
import type { Bounds } from '../operations/search/search-input.ts';
import { inPlainEnglish } from '../wording/word-problem.ts';
import type { RestRequest } from './rest-request.ts';

export interface Parameter<Value = unknown> {
  readonly kind: 'integer' | 'date' | 'time' | 'reference' | 'text' | 'choice' | 'list';
  readonly in: 'path' | 'query';
  /** Its name in the shared input rules. */
  readonly canonical: string;
  readonly description: string;
  /** None if no value stays valid. */
  readonly example?: string;
  readonly isRequired: boolean;
  readonly bounds?: Bounds;
  /** The longest text, in characters. */
  readonly maxLength?: number;
  /** All values of a choice; the known values of a list. */
  readonly values?: readonly string[];
  readonly defaultValue?: number | string;
  /** The value of a text; null: malformed. */
  read(text: string): Value | null;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** Values by parameter; null: not sent and no default. */
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

const MOMENT = z.iso.datetime({ offset: true });
const INTEGER_PATTERN = /^(?:0|-?[1-9]\d*)$/;
const REPEATABLE_PATTERN = /^[\w.+-]{1,40}$/;
/** No stored integer exceeds 32 bits, so a document finds the same with the last one instead of a larger number. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Optional and in the query unless its documentation says otherwise. */
function parameter<Value>(
  kind: Parameter['kind'],
  documentation: Documentation,
  read: Parameter<Value>['read'],
): Parameter<Value> {
  return { in: 'query', isRequired: false, ...documentation, kind, read };
}

/** A whole number of any size. */
export function integer(
  documentation: Documentation & { readonly bounds?: Bounds; readonly defaultValue?: number },
): Parameter<number> {
  return parameter('integer', documentation, (sent) => (INTEGER_PATTERN.test(sent) ? Number(sent) : null));
}

export function date(documentation: Documentation): Parameter<Day> {
  return parameter('date', documentation, parseDay);
}

/** A moment with its offset from UTC, as RFC 3339 writes it. */
export function time(documentation: Documentation): Parameter<Date> {
  return parameter('time', documentation, (sent) => {
    const { data } = MOMENT.safeParse(sent);
    return data === undefined ? null : new Date(data);
  });
}

/** The identifier of an entity, as text: its integer or its ObjectId. */
export function reference(documentation: Documentation): Parameter<string> {
  return parameter('reference', documentation, (sent) => referenceSchema.safeParse(sent).data ?? null);
}

/** Any text; the shared input rules check its length. */
export function text(documentation: Documentation & { readonly maxLength?: number }): Parameter<string> {
  return parameter('text', documentation, (sent) => sent);
}

/** One of the values, case-sensitive. */
export function choice<Value extends string>(
  documentation: Documentation & { readonly values: readonly Value[]; readonly defaultValue?: Value },
): Parameter<Value> {
  return parameter('choice', documentation, (sent) => documentation.values.find((one) => one === sent) ?? null);
}

/** A comma-separated list; unknown values are ignored. */
export function list(
  documentation: Documentation & { readonly values: readonly string[] },
): Parameter<readonly string[]> {
  return parameter('list', documentation, (sent) => {
    const items = sent.split(',').map((item) => item.trim());
    return items.filter((item) => documentation.values.includes(item));
  });
}

const WRONG_FORMS: Partial<Record<Parameter['kind'], keyof typeof EXPECTED_FORMS>> = {
  integer: 'NOT_AN_INTEGER',
  date: 'NOT_A_DATE',
  reference: 'NOT_AN_ID',
};

/** The problem of a malformed text. It repeats the text only if it is probably a slip. */
function malformedValue({ kind, values = [] }: Parameter, sent: string): { code: InputCode; message: string } {
  const code = WRONG_FORMS[kind];
  const form = kind === 'time' ? 'a moment like 2027-02-01T10:15:30Z' : `one of ${values.join(', ')}`;
  const expected = code ? EXPECTED_FORMS[code] : form;
  const message = `Must be ${expected}${REPEATABLE_PATTERN.test(sent) ? `, not ${sent}` : ''}.`;
  return { code: code ?? 'INVALID_VALUE', message };
}

/** Reads a parsed query string (repeated parameters are lists). Values with a problem are null. */
export function readParameters<P extends Parameters>(
  parameters: P,
  query: Readonly<Record<string, unknown>>,
): { values: ParameterValues<P>; problems: WordedProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: WordedProblem[] = [];
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

/** The same values, with integers of 32 bits as documents take them. */
function clampIntegers<P extends Parameters>(parameters: P, values: ParameterValues<P>): ParameterValues<P> {
  const clamp = (value: unknown) => Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, value as number));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      parameters[name]?.kind === 'integer' && value !== null ? clamp(value) : value,
    ]),
  ) as ParameterValues<P>;
}

/** The parts of a route that follow from its parameters. */
export function queryReader<P extends Parameters, Variables extends Record<string, unknown>>(
  parameters: P,
  rules: {
    /** All that the document would refuse, under canonical names; malformed values are null. */
    problems(values: ParameterValues<P>, request: RestRequest): InputProblem[];
    /** Called only when all parameters are well-formed; integers are clamped to 32 bits. */
    variables(values: ParameterValues<P>, request: RestRequest): Variables;
  },
): {
  readonly parameters: P;
  read(request: RestRequest): { readonly variables: Variables } | { readonly problems: WordedProblem[] };
  /** An unknown name is returned unchanged. */
  nameOf(canonical: string): string;
} {
  const names = new Map(Object.entries(parameters).map(([name, { canonical }]) => [canonical, name]));
  const nameOf = (canonical: string) => names.get(canonical) ?? canonical;
  return {
    parameters,
    read(request) {
      const { values, problems } = readParameters(parameters, { ...request.query, ...request.path });
      const broken = rules.problems(values, request);
      if (problems.length === 0 && broken.length === 0) {
        return { variables: rules.variables(clampIntegers(parameters, values), request) };
      }
      return { problems: [...problems, ...wordForCaller(broken, nameOf)] };
    },
    nameOf,
  };
}

/** The caller's name for a canonical one. */
type NameOf = (canonical: string) => string;

/** Problems in words that have only names of the caller, those of the page first. */
export function wordForCaller(problems: readonly InputProblem[], nameOf: NameOf): WordedProblem[] {
  return inNamesOfCaller(
    problems.map((problem) => inPlainEnglish(withFields(problem, nameOf))),
    nameOf,
  );
}

function withFields(problem: InputProblem, nameOf: NameOf): InputProblem {
  if (!('fields' in problem.facts)) return problem;
  return { ...problem, facts: { ...problem.facts, fields: problem.facts.fields.map(nameOf) } } as InputProblem;
}

/** Canonical names of the page arguments. */
const OF_PAGE = new Set(['first', 'offset', 'after']);

/** Problems under the caller's names, those of the page first. */
export function inNamesOfCaller(problems: readonly WordedProblem[], nameOf: NameOf): WordedProblem[] {
  const found = problems.map((problem) => ({ ...problem, path: problem.path.replace(/^(?:input|filter)\./, '') }));
  const ofPage = found.filter(({ path }) => OF_PAGE.has(path));
  const others = found.filter(({ path }) => !OF_PAGE.has(path));
  return [...ofPage, ...others].map((problem) => ({ ...problem, path: nameOf(problem.path) }));
}
