/**
 * All problems of a request's variables. Values are checked against the declared types. A problem consists of the place
 * and the expectation: values are not repeated, because a booking's variables describe people, and of names unknown to the schema
 * only those that look like slips (F8). The walk ends with the 50th problem, and does not begin with a list that no field would take (A2).
 */
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { RefusedValue } from '../../../domain/problem/input-problem.ts';
import { Problems } from '../../../domain/text/refusal-bounds.ts';
import { describeExpected } from './expected-values.ts';
import { strictVariables } from './refused-values.ts';
import { isRepeatable, nearFields } from './unknown-names.ts';

/** Entries of a list. No field takes more than half of it; one that is a little longer gets the problem of its field. */
const MAX_ENTRIES = 2_000;

export interface VariableProblem {
  /** Schema names and indexes, at the end perhaps a name that is not known; empty for the variable itself. */
  readonly path: readonly (string | number)[];
  readonly variable: VariableDefinitionNode;
  /** What is expected there, as the end of a sentence. */
  readonly expected: string;
  /** A sentence after that with a space before it, or empty. */
  readonly hint: string;
}

/** A place within the value of a variable, linked from its end. */
interface Place {
  readonly key: string | number;
  readonly before: Place | null;
}

/**
 * At most 50 problems. None if there are only values of scalars that their field reports itself (F8), or as many of them.
 * @param values as parsed from JSON
 * @param definitions those of the document of the operation
 */
export function variableProblems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
  definitions: DocumentNode['definitions'] = [operation],
): readonly VariableProblem[] {
  const { stackTraceLimit } = Error;
  // Scalars may refuse thousands of values by throwing: stacks that nobody reads would take most of the time (A2).
  Error.stackTraceLimit = 0;
  try {
    return findProblems(schema, operation, values, definitions);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function findProblems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
  definitions: DocumentNode['definitions'],
): readonly VariableProblem[] {
  // Nearly always there are none.
  let problems = null as Problems<VariableProblem> | null;
  let isRefused = false;
  for (const variable of operation.variableDefinitions ?? []) {
    const name = variable.variable.name.value;
    const type = typeFromAST(schema, variable.type);
    const report: Report = (expected, place, { isOfScalar = false, hint = '' } = {}) => {
      isRefused ||= !isOfScalar || strictVariables(operation, { schema, definitions }).has(name);
      problems ??= new Problems();
      problems.add({ path: toPath(place), variable, expected, hint });
      return problems.isFull;
    };
    if (problems?.isFull) break;
    if (!isInputType(type)) report('a variable of an input type', null);
    else if (Object.hasOwn(values, name)) check(values[name], type, null, report);
    else if (isNonNullType(type) && !variable.defaultValue) report(`${describeExpected(type)}; it is required`, null);
  }
  return (isRefused && problems?.found) || [];
}

/** Returns whether there are enough problems. `isOfScalar`: the scalar has a stand-in for the value. */
type Report = (expected: string, place: Place | null, more?: { isOfScalar?: boolean; hint?: string }) => boolean;

/** Whether there are enough problems. */
function check(value: unknown, type: GraphQLInputType, place: Place | null, report: Report): boolean {
  if (isNonNullType(type)) {
    return value == null
      ? report(`${describeExpected(type)}, not null`, place)
      : check(value, type.ofType, place, report);
  }
  // Every nullable type accepts null.
  if (value == null) return false;
  if (isListType(type)) {
    if (!Array.isArray(value)) return check(value, type.ofType, place, report);
    if (value.length > MAX_ENTRIES) return report(`a list of at most ${MAX_ENTRIES} entries`, place);
    return value.some((entry, key) => check(entry, type.ofType, { key, before: place }, report));
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) return report(describeExpected(type), place);
    return checkFields(value as Readonly<Record<string, unknown>>, type, place, report);
  }
  const accepted = accepts(type, value);
  return accepted === true ? false : report(describeExpected(type), place, { isOfScalar: accepted === 'standIn' });
}

function checkFields(
  value: Readonly<Record<string, unknown>>,
  type: GraphQLInputObjectType,
  place: Place | null,
  report: Report,
): boolean {
  const fields = type.getFields();
  const isGiven = ({ name }: GraphQLInputField) => Object.hasOwn(value, name) && value[name] !== undefined;
  for (const field of Object.values(fields)) {
    const within = { key: field.name, before: place };
    const isEnough = isGiven(field)
      ? check(value[field.name], field.type, within, report)
      : isRequiredInputField(field) && report(`${describeExpected(field.type)}; it is required`, within);
    if (isEnough) return true;
  }
  let unnamed = 0;
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue;
    const hint = isRepeatable(name) ? nearFields(name, type) : null;
    if (hint === null) unnamed += 1;
    else if (report(`a field of the type "${type.name}"`, { key: name, before: place }, { hint })) return true;
  }
  if (unnamed > 0) {
    const many = unnamed === 1 ? '1 of its fields is' : `${unnamed} of its fields are`;
    if (report(`only fields of the type "${type.name}"; ${many} not known there`, place)) return true;
  }
  if (!type.isOneOf) return false;
  const [first, ...others] = Object.values(fields).filter(isGiven);
  if (first && others.length === 0 && value[first.name] !== null) return false;
  return report(`exactly one field of the type "${type.name}", and not null`, place);
}

function accepts(type: GraphQLLeafType, value: unknown): boolean | 'standIn' {
  // The enum's own parser would search for similar names.
  if (isEnumType(type)) return typeof value === 'string' && type.getValue(value) !== undefined;
  try {
    const parsed = type.parseValue(value);
    return parsed instanceof RefusedValue ? 'standIn' : parsed !== undefined;
  } catch {
    return false;
  }
}

function toPath(place: Place | null): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== null; at = at.before) path.push(at.key);
  return path.reverse();
}

/**
 * The answer to invalid variables: an error for each problem, as many as a refusal has room for, at the definition of its variable, with
 * the code BAD_USER_INPUT and as `extensions.problems`, whose dotted paths begin with the name of the variable.
 */
export function variablesRefusal(problems: readonly VariableProblem[]): ExecutionResult {
  return { errors: problems.map(toGraphQLError) };
}

function toGraphQLError({ path, variable, expected, hint }: VariableProblem): GraphQLError {
  const name = variable.variable.name.value;
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const place = path.length === 0 ? '' : ` at "${name}${written}"`;
  const problem = { path: [name, ...path].join('.'), message: `Expected ${expected}.${hint}` };
  return new GraphQLError(`Variable "$${name}" got an invalid value${place}; expected ${expected}.${hint}`, {
    nodes: variable,
    extensions: { code: 'BAD_USER_INPUT', problems: [problem], http: { status: 400 } },
  });
}

/**
 * Variables as a text by which what depends on them is cached. Null: there is none, because they are nested too deep, or have a number
 * beyond all numbers, which JSON writes as null.
 */
export function formatVariables(variables: object): string | null {
  try {
    const text = JSON.stringify(variables);
    return text.includes('null') && !areFinite(variables) ? null : text;
  } catch {
    return null;
  }
}

function areFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(areFinite);
}
