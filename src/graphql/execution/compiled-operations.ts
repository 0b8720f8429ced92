/**
 * Compiles frequent queries into functions (graphql-jit): field by field a page of 100 hotels takes 2.3 times, one of 100 visit types 3.1
 * times the processor time (bench/ABLATION.md). The results are the same to the byte, for two reasons: only operations for which that
 * holds are compiled, and a result with errors, but for a refusal of the whole, is discarded and produced again by the plain executor,
 * whose errors clients know.
 */
import {
  type ASTVisitor,
  astFromValue,
  BREAK,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isExecutableDefinitionNode,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { loadsThroughPrisma } from '../schema/builder.ts';

/** An operation as a function of root value, context and variables. */
export type CompiledOperation = CompiledQuery['query'];

/** Compiles an operation of a valid document; null: it must not be compiled. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string,
): CompiledOperation | null {
  if (!isCompilable(schema, document, operationName)) return null;
  // Resolvers are typed to return what these types serialize; checking each value again would take a tenth of a page's
  // time.
  const compiled = compileQuery(schema, document, operationName, { disableLeafSerialization: true });
  const operation = getOperationAST(document, operationName || undefined);
  if (!operation || !isCompiledQuery(compiled)) return null;
  const complete = requiredDefaults(schema, operation);
  return complete
    ? (root, context, variables) => compiled.query(root, context, complete(variables ?? {}))
    : compiled.query;
}

/**
 * Whether an operation may be compiled. Excluded are:
 * - mutations, and what the Prisma plugin loads (it would send more statements);
 * - literal strings, which the compiler writes into its code, so a client could inject code; variables are never part
 *   of it;
 * - directives, which change the order of fields;
 * - names that mean something to JavaScript, because the code uses the client's names as properties of plain objects;
 * - variables that may be left out, in an object literal for a field with a default, which the compiler replaces by null then;
 * - values of our own scalars other than `SafeInt`, because the compiler writes what they were read as into its code as JSON;
 * - aliases of root fields with a `_`: by the names of the compiler `a_b` may be the field `b` of `a`, whose place in the document a resolver
 *   would then look at;
 * - enumerations whose public values differ from the internal ones, because enumerations and GraphQL's own scalars are
 *   not serialized.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode, operationName: string): boolean {
  if (!document.definitions.every(isExecutableDefinitionNode)) return false;
  const operation = getOperationAST(document, operationName || undefined);
  if (operation?.operation !== 'query') return false;
  let isSafe = true;
  const refuse = () => {
    isSafe = false;
    return BREAK;
  };
  const typeInfo = new TypeInfo(schema);
  const refuseOwnScalar = () => (isOwnScalar(typeInfo.getInputType()) ? refuse() : undefined);
  const visitor: ASTVisitor = {
    [Kind.STRING]: refuse,
    [Kind.FLOAT]: refuse,
    [Kind.INT]: refuseOwnScalar,
    [Kind.BOOLEAN]: refuseOwnScalar,
    [Kind.ENUM]: refuseOwnScalar,
    [Kind.OBJECT]: refuseOwnScalar,
    [Kind.DIRECTIVE]: refuse,
    [Kind.VARIABLE]: ({ name }) =>
      isInputObjectType(typeInfo.getParentInputType()) &&
      typeInfo.getDefaultValue() !== undefined &&
      mayBeLeftOut(operation, name.value)
        ? refuse()
        : undefined,
    Name: ({ value }) => (meansSomething(value) ? refuse() : undefined),
    Field: ({ alias }) => {
      if (alias?.value.includes('_') && typeInfo.getParentType() === schema.getQueryType()) return refuse();
      const field = typeInfo.getFieldDef();
      return field && (loadsThroughPrisma(field) || showsOtherValues(field.type)) ? refuse() : undefined;
    },
  };
  visit(document, visitWithTypeInfo(typeInfo, visitor));
  return isSafe;
}

function mayBeLeftOut({ variableDefinitions = [] }: OperationDefinitionNode, name: string): boolean {
  const declared = variableDefinitions.find(({ variable }) => variable.name.value === name);
  return declared?.type.kind !== Kind.NON_NULL_TYPE && declared?.defaultValue === undefined;
}

/** Whether JavaScript treats a property of this name specially, or every object inherits one. */
function meansSomething(name: string): boolean {
  if (name.startsWith('__')) return name !== '__typename';
  return name === 'then' || name === 'toJSON' || name in Object.prototype;
}

/** Whether a value is read by a scalar of ours, and may be something else than JSON then. */
function isOwnScalar(type: GraphQLInputType | null | undefined): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !isSpecifiedScalarType(named) && named.name !== 'SafeInt';
}

function showsOtherValues(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isEnumType(named) && named.getValues().some(({ name, value }) => value !== name);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Adds to the variables of an operation, as parsed from JSON, the defaults that they leave out; null: they have none. graphql-jit knows only
 * the defaults of what may be null: without the others it refuses what graphql-js accepts, and the operation would be executed field by field
 * each time.
 */
function requiredDefaults(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) {
  const declared = variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
    if (!type || !(defaultValue || hasRequiredDefaults(type))) return [];
    return [{ name: variable.name.value, type, standard: defaultValue && valueFromASTUntyped(defaultValue) }];
  });
  if (declared.length === 0) return null;
  return (variables: Values): Values => {
    const filled: Record<string, unknown> = { ...variables };
    for (const { name, type, standard } of declared) {
      const value = filled[name] === undefined ? standard : filled[name];
      if (value !== undefined) filled[name] = withDefaults(value, type);
    }
    return filled;
  };
}

/** Whether an object of the type, or one within it, has a field that must not be null and has a default. */
function hasRequiredDefaults(type: GraphQLInputType, above: readonly GraphQLInputType[] = []): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || above.includes(named)) return false;
  return Object.values(named.getFields()).some(
    ({ type: ofField, defaultValue }) =>
      (defaultValue !== undefined && isNonNullType(ofField)) || hasRequiredDefaults(ofField, [...above, named]),
  );
}

function withDefaults(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.isArray(value)
      ? value.map((one) => withDefaults(one, nullable.ofType))
      : withDefaults(value, nullable.ofType);
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const { name, type: ofField, defaultValue } of Object.values(nullable.getFields())) {
    if (filled[name] !== undefined) filled[name] = withDefaults(filled[name], ofField);
    else if (defaultValue !== undefined && isNonNullType(ofField)) filled[name] = defaultJson(defaultValue, ofField);
  }
  return filled;
}

/** A default as JSON has it. */
function defaultJson(value: unknown, type: GraphQLInputType): unknown {
  const node = astFromValue(value, type);
  return node && valueFromASTUntyped(node);
}
