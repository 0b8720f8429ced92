/**
 * What is wrong with the variables of a request, all of it at once. The values are held against the types that the operation
 * declares, and a problem is made of its place and of what was expected there: neither values nor names that the schema does
 * not know are repeated, because a booking's variables are people. Values are looked at once, so that the time grows with what
 * was sent.
 */
import {
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
import { describeExpected } from './expected-values.ts';

/** Beyond so many nobody reads on. */
const MAX_VARIABLE_PROBLEMS = 50;

/** One thing that is wrong with the variables. */
export interface VariableProblem {
  /** Of names of the schema and indexes; empty for the variable itself. */
  readonly path: readonly (string | number)[];
  readonly variable: VariableDefinitionNode;
  /** What is expected there, as the end of a sentence. */
  readonly expected: string;
}

/** A place within the value of a variable, as a list from its end. */
interface Place {
  readonly key: string | number;
  readonly before: Place | null;
}

/**
 * The problems of the variables of an operation, at most 50.
 * @param values as they were parsed from JSON
 */
export function variableProblems(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): VariableProblem[] {
  const problems: VariableProblem[] = [];
  for (const variable of variableDefinitions) {
    const name = variable.variable.name.value;
    const type = typeFromAST(schema, variable.type);
    const report = (expected: string, place: Place | null) => {
      if (problems.length < MAX_VARIABLE_PROBLEMS) problems.push({ path: toPath(place), variable, expected });
    };
    if (!isInputType(type)) report('a variable of an input type', null);
    else if (Object.hasOwn(values, name)) check(values[name], type, null, report);
    else if (isNonNullType(type) && !variable.defaultValue) report(`${describeExpected(type)}; it is required`, null);
  }
  return problems;
}

type Report = (expected: string, place: Place | null) => void;

function check(value: unknown, type: GraphQLInputType, place: Place | null, report: Report): void {
  if (isNonNullType(type)) {
    if (value == null) report(`${describeExpected(type)}, not null`, place);
    else check(value, type.ofType, place, report);
  } else if (value == null) {
    // Any type that may be null takes it.
  } else if (isListType(type)) {
    if (!Array.isArray(value)) check(value, type.ofType, place, report);
    else for (const [key, entry] of value.entries()) check(entry, type.ofType, { key, before: place }, report);
  } else if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) report(describeExpected(type), place);
    else checkFields(value as Readonly<Record<string, unknown>>, type, place, report);
  } else if (!accepts(type, value)) {
    report(describeExpected(type), place);
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

function accepts(type: GraphQLLeafType, value: unknown): boolean {
  // Its reader would look for names that resemble the value.
  if (isEnumType(type)) return typeof value === 'string' && type.getValue(value) !== undefined;
  try {
    return type.parseValue(value) !== undefined;
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
 * The answer to variables that have problems: an error for each, at the definition of its variable, with the code
 * BAD_USER_INPUT and the same as `extensions.problems`, whose paths are dotted and begin with the name of the variable.
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
