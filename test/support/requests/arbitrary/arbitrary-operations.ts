/**
 * GraphQL operations generated from a schema, so that new types, fields and arguments are covered automatically: random
 * selections with aliases, fragments and directives, arguments of right and wrong types, as literals and as variables,
 * given, wrong and missing. Every choice comes from a `Draw`, whose 0 is the simplest one.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { between, type Draw, oneIn, pick, someOf } from '../../catalogue/random/random-draw.ts';
import { DATES, REFERENCES } from './arbitrary-requests.ts';

/** The GraphQL parameters of a request. */
export interface ArbitraryOperation {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

/** In operations with mistakes, one value in so many has a wrong type; the same goes for every other mistake. */
const MISTAKE = 30;
/** Levels below which usually only leaves are selected. */
const DEPTH = 5;
const WRONG = [
  'null',
  '0',
  '-1',
  '1.5',
  '1e400',
  '""',
  '"x"',
  'X',
  'true',
  '[]',
  '{}',
  '[[1]]',
  '{a: {b: 1}}',
  '$none',
];
const WRONG_VARIABLES: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  '',
  'x',
  true,
  [],
  {},
  [[1]],
  { a: { b: 1 } },
  '\0',
  '\ud800',
];
const SCALARS: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  Int: [1, 2, 3, 20, 0, 100, -1, 101, 2 ** 31 - 1],
  Float: [1, 0.5, 100, -0.01],
  SafeInt: [400_000, 0, 1],
  Boolean: [false, true],
  ID: REFERENCES,
  LocalDate: DATES,
  EmailAddress: ['a@example.com', 'anna@example.com', 'a@b', ''],
  DateTime: ['2027-01-10T00:00:00Z', '2027-01-10'],
  String: ['aurora', 'a@example.com', 'CZE', '', 'x'.repeat(201), '😀', "'"],
};

const STAY = { visitType: '101', roomType: '11', arrival: '2027-04-05', departure: '2027-04-07' };
/** An input of `createBooking` that books a room of the small catalogue. */
export const RIGHT_BOOKING = {
  ...{ ...STAY, kind: 'BINDING', currency: 'CZK', hotel: '1' },
  billedTo: {
    ...{ firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com' },
    address: { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' },
  },
  guests: [{ firstName: 'Anna', lastName: 'Nová' }],
};
/** Inputs that are valid on the small catalogue; random ones seldom are. */
const RIGHT_INPUTS: Readonly<Record<string, object>> = { QuoteInput: STAY, CreateBookingInput: RIGHT_BOOKING };

/** The state of generating an operation. */
interface Growing {
  readonly draw: Draw;
  /** Whether to make a mistake here; never in an operation that is to be valid. */
  readonly isWrong: (times?: number) => boolean;
  readonly schema: GraphQLSchema;
  readonly declared: Map<string, string>;
  readonly values: Record<string, unknown>;
  readonly fragments: Map<string, string>;
}

/** A value of a type, as JSON. */
function valueFor(type: GraphQLInputType, growing: Growing): unknown {
  const { draw, isWrong } = growing;
  if (isWrong()) return pick(draw, WRONG_VARIABLES);
  if (isNonNullType(type)) return valueFor(type.ofType, growing);
  if (isListType(type)) return Array.from({ length: between(draw, 0, 2) }, () => valueFor(type.ofType, growing));
  if (isEnumType(type)) return pick(draw, type.getValues()).name;
  if (!isInputObjectType(type)) return pick(draw, SCALARS[type.name] ?? [1]);
  const fields = Object.values(type.getFields());
  const right = draw(2) === 0 ? RIGHT_INPUTS[type.name] : undefined;
  const entries = fields
    .filter((field) => (right ? oneIn(draw, 48) : isGiven(field, growing)))
    .map((field) => [field.name, valueFor(field.type, growing)] as const);
  return { ...right, ...Object.fromEntries(isWrong() ? [...entries, ['none', 1]] : entries) };
}

function isGiven(field: GraphQLInputField | GraphQLArgument, { draw, isWrong }: Growing): boolean {
  const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
  return isRequired ? !isWrong() : draw(3) === 1;
}

/** A JSON value as a GraphQL literal; names of an enum lose their quotes. */
function literal(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, type)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(named) ? named.getFields() : {};
    const parts = Object.entries(value).map(
      ([name, inner]) => `${name}: ${literal(inner, fields[name]?.type ?? named)}`,
    );
    return `{${parts.join(', ')}}`;
  }
  return isEnumType(named) && typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value);
}

function argumentText(argument: GraphQLArgument, growing: Growing): string {
  const { draw, isWrong, declared, values } = growing;
  if (isWrong()) return `${argument.name}: ${pick(draw, WRONG)}`;
  const value = valueFor(argument.type, growing);
  if (draw(3) > 0) return `${argument.name}: ${literal(value, argument.type)}`;
  const name = `v${declared.size}`;
  declared.set(name, isWrong() ? pick(draw, ['Int', 'String!', '[ID]', 'Nothing']) : String(argument.type));
  if (!isWrong()) values[name] = value;
  return `${argument.name}: $${name}`;
}

function directives({ draw, isWrong, declared, values }: Growing): string {
  if (!oneIn(draw, 20)) return '';
  if (isWrong(4))
    return pick(draw, [' @defer', ' @none', ' @deprecated', ' @include(if: 1)', ' @skip', ' @skip(if: $no)']);
  const condition = pick(draw, ['true', 'false', '$if']);
  if (condition === '$if') {
    declared.set('if', 'Boolean!');
    values.if = true;
  }
  return ` ${pick(draw, ['@include', '@skip'])}(if: ${condition})`;
}

function fieldText(field: GraphQLField<unknown, unknown>, growing: Growing, depth: number): string {
  const { draw, isWrong } = growing;
  const given = field.args.filter((argument) => (isRequiredArgument(argument) ? !isWrong() : draw(3) === 1));
  const args = given.map((argument) => argumentText(argument, growing));
  if (isWrong()) args.push('none: 1');
  const alias = isWrong(4) ? 'a: ' : oneIn(draw, 8) ? `${field.name}${draw(100)}: ` : '';
  const type = getNamedType(field.type);
  const inside = isCompositeType(type) ? selectionOf(type, growing, depth + 1) : isWrong() ? '{ id }' : '';
  return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directives(growing)} ${inside}`;
}

function hasRightInput({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ type }) => getNamedType(type).name in RIGHT_INPUTS);
}

/** A selection set; below `DEPTH` only leaves, or one more level if drawn. */
function selectionOf(type: GraphQLNamedOutputType, growing: Growing, depth: number): string {
  const { draw, isWrong, schema } = growing;
  // A mutation may have a single root field, this one included.
  const parts = type === schema.getMutationType() ? [] : ['__typename'];
  if (isAbstractType(type)) {
    for (const possible of someOf(draw, schema.getPossibleTypes(type), { atLeastOne: true }).slice(0, 4)) {
      parts.push(`... on ${possible.name}${directives(growing)} ${selectionOf(possible, growing, depth)}`);
    }
    return `{ ${parts.join(' ')} }`;
  }
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields());
  const isDeep = depth >= DEPTH && !isWrong();
  const open = fields.filter((field) => !isDeep || !isCompositeType(getNamedType(field.type)));
  const most = depth === 0 ? 2 : depth < 3 ? 4 : 2;
  for (let left = between(draw, open.length > 0 ? 1 : 0, most); left > 0 && open.length > 0; left--) {
    // However many mutations there are, some requests book.
    const right = type === schema.getMutationType() && oneIn(draw, 4) ? open.findIndex(hasRightInput) : -1;
    // Repeating a field with other arguments would be a mistake.
    const [field] = open.splice(right >= 0 ? right : draw(open.length), 1);
    parts.push(fieldText(field!, growing, depth));
  }
  if (isWrong()) {
    parts.push(pick(draw, ['none', '__schema { types { name } }', '__type(name: "Hotel") { name }', '__typename: id']));
  }
  const selection = `{ ${parts.join(' ')} }`;
  return oneIn(draw, 10) ? fragmentText(type.name, selection, growing) : selection;
}

/** The selection as an inline or a named fragment, sometimes cyclic, of another type, or unused. */
function fragmentText(type: string, selection: string, { draw, isWrong, fragments }: Growing): string {
  if (draw(2) === 0) return `{ ... on ${type} ${selection} }`;
  const name = `F${fragments.size}`;
  const on = isWrong(10) ? pick(draw, ['Query', 'Node', 'None', 'Int']) : type;
  fragments.set(name, `fragment ${name} on ${on} ${isWrong(10) ? `{ ...${name} }` : selection}`);
  return isWrong(10) ? selection : `{ ...${name} }`;
}

/** An operation of the schema: usually a query, sometimes with mistakes of all kinds. */
export function operationFrom(draw: Draw, schema: GraphQLSchema): ArbitraryOperation {
  const isRight = draw(5) < 3;
  const isWrong = (times = MISTAKE) => !isRight && oneIn(draw, times);
  const growing: Growing = { draw, isWrong, schema, declared: new Map(), values: {}, fragments: new Map() };
  const isMutation = draw(5) === 4;
  const root = (isMutation ? schema.getMutationType() : schema.getQueryType())!;
  const selection = selectionOf(root, growing, 0);
  const declared = [...growing.declared].map(([name, type]) => `$${name}: ${type}`);
  const kind = isWrong() ? 'subscription' : isMutation ? 'mutation' : 'query';
  const name = pick(draw, ['', 'Asked']);
  const operation = `${kind} ${name}${declared.length > 0 ? `(${declared.join(', ')})` : ''}${isWrong() ? ' @skip(if: true)' : ''} ${selection}`;
  const documents = [operation, ...growing.fragments.values()];
  if (isWrong()) documents.push('query Other { __typename }');
  const query = documents.join('\n');
  return {
    query: isWrong(6) ? brokenText(draw, query) : query,
    variables: growing.values,
    operationName: isWrong() ? pick(draw, ['Asked', 'Other', 'none', '']) : undefined,
  };
}

/** The text with a removal, an insertion, or cut off. */
function brokenText(draw: Draw, text: string): string {
  const at = draw(text.length);
  const put = pick(draw, [
    '',
    '{',
    '}',
    '(',
    '"',
    '"""',
    '$',
    '@',
    '!',
    '\0',
    '\ud800',
    '#',
    '...',
    '\\u{110000}',
    '1e',
  ]);
  return text.slice(0, at) + put + (oneIn(draw, 4) ? '' : text.slice(at + 1));
}
