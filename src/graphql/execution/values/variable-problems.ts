/**
 * All problems of a request's variables. Values are checked against the declared types. A problem consists of the place
 * and the expectation: values and names unknown to the schema are not repeated, because a booking's variables describe
 * people. Every value is visited once, so the time is linear in the input.
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
import { RefusedValue } from '../../schema/refused-values.ts';
import { describeExpected } from './expected-values.ts';
import { strictVariables } from './refused-values.ts';

/** Nobody reads more. */
const MAX_VARIABLE_PROBLEMS = 50;

export interface VariableProblem {
  /** Schema names and indexes; empty for the variable itself. */
  readonly path: readonly (string | number)[];
  readonly variable: VariableDefinitionNode;
  /** What is expected there, as the end of a sentence. */
  readonly expected: string;
}

/** A place within the value of a variable, linked from its end. */
interface Place {
  readonly key: string | number;
  readonly before: Place | null;
}

/**
 * At most 50 problems. None if there are only values of scalars that their field reports itself (F8).
 * @param values as parsed from JSON
 * @param definitions those of the document of the operation
 */
export function variableProblems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
  definitions: DocumentNode['definitions'] = [operation],
): VariableProblem[] {
  const problems: VariableProblem[] = [];
  let isRefused = false;
  for (const variable of operation.variableDefinitions ?? []) {
    const name = variable.variable.name.value;
    const type = typeFromAST(schema, variable.type);
    const report = (expected: string, place: Place | null, isOfScalar = false) => {
      isRefused ||= !isOfScalar || strictVariables(operation, { schema, definitions }).has(name);
      if (problems.length < MAX_VARIABLE_PROBLEMS) problems.push({ path: toPath(place), variable, expected });
    };
    if (!isInputType(type)) report('a variable of an input type', null);
    else if (Object.hasOwn(values, name)) check(values[name], type, null, report);
    else if (isNonNullType(type) && !variable.defaultValue) report(`${describeExpected(type)}; it is required`, null);
  }
  return isRefused ? problems : [];
}

/** `isOfScalar`: the scalar has a stand-in for the value. */
type Report = (expected: string, place: Place | null, isOfScalar?: boolean) => void;

function check(value: unknown, type: GraphQLInputType, place: Place | null, report: Report): void {
  if (isNonNullType(type)) {
    if (value == null) report(`${describeExpected(type)}, not null`, place);
    else check(value, type.ofType, place, report);
  } else if (value == null) {
    // Every nullable type accepts null.
  } else if (isListType(type)) {
    if (!Array.isArray(value)) check(value, type.ofType, place, report);
    else for (const [key, entry] of value.entries()) check(entry, type.ofType, { key, before: place }, report);
  } else if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) report(describeExpected(type), place);
    else checkFields(value as Readonly<Record<string, unknown>>, type, place, report);
  } else {
    const accepted = accepts(type, value);
    if (accepted !== true) report(describeExpected(type), place, accepted === 'standIn');
  }
}

function checkFields(
  value: Readonly<Record<string, unknown>>,
  type: GraphQLInputObjectType,
  place: Place | null,
  report: Report,
): void {
  const fields = type.getFields();
  const isGiven = ({ name }: GraphQLInputField) => Object.hasOwn(value, name) && value[name] !== undefined;
  for (const field of Object.values(fields)) {
    const within = { key: field.name, before: place };
    if (isGiven(field)) check(value[field.name], field.type, within, report);
    else if (isRequiredInputField(field)) report(`${describeExpected(field.type)}; it is required`, within);
  }
  const unknown = Object.keys(value).filter((name) => !(name in fields)).length;
  if (unknown > 0) {
    const many = unknown === 1 ? '1 of its fields is' : `${unknown} of its fields are`;
    report(`only fields of the type "${type.name}"; ${many} not known there`, place);
  }
  if (!type.isOneOf) return;
  const given = Object.values(fields).filter(isGiven);
  if (given.length !== 1 || value[given[0]!.name] === null) {
    report(`exactly one field of the type "${type.name}", and not null`, place);
  }
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
 * The answer to invalid variables: an error for each problem, at the definition of its variable, with the code
 * BAD_USER_INPUT and as `extensions.problems`, whose dotted paths begin with the name of the variable.
 */
export function variablesRefusal(problems: readonly VariableProblem[]): ExecutionResult {
  return { errors: problems.map(toGraphQLError) };
}

function toGraphQLError({ path, variable, expected }: VariableProblem): GraphQLError {
  const name = variable.variable.name.value;
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const place = path.length === 0 ? '' : ` at "${name}${written}"`;
  const problem = { path: [name, ...path].join('.'), message: `Expected ${expected}.` };
  return new GraphQLError(`Variable "$${name}" got an invalid value${place}; expected ${expected}.`, {
    nodes: variable,
    extensions: { code: 'BAD_USER_INPUT', problems: [problem], http: { status: 400 } },
  });
}
