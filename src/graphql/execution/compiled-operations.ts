/**
 * Compiles frequent queries into functions (graphql-jit): field by field a page of 100 hotels takes 2.6 times, one of 100 visit types 2.4
 * times the processor time (bench/ABLATION.md). The results are the same to the byte, for two reasons: only operations for which that
 * holds are compiled, and a result with errors, but for a refusal of the whole, is discarded and produced again by the plain executor,
 * whose errors clients know.
 */
import {
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isEnumType,
  isExecutableDefinitionNode,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { loadsThroughPrisma } from '../schema/builder.ts';
import { requiredDefaults } from './values/required-defaults.ts';

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
  return (root, context, variables) => compiled.query(root, context, complete(variables ?? {}));
}

/**
 * Whether an operation may be compiled. Excluded are:
 * - mutations, and what the Prisma plugin loads (it would send more statements);
 * - literal strings, which the compiler writes into its code, so a client could inject code; variables are never part
 *   of it;
 * - directives, which change the order of fields;
 * - names that mean something to JavaScript, because the code uses the client's names as properties of plain objects;
 * - values of our own scalars other than `SafeInt`, because the compiler writes what they were read as into its code as JSON;
 * - aliases of root fields with a `_`: by the names of the compiler `a_b` may be the field `b` of `a`, whose place in the document a resolver
 *   would then look at;
 * - enumerations whose public values differ from the internal ones, because enumerations and GraphQL's own scalars are
 *   not serialized.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode, operationName: string): boolean {
  if (!document.definitions.every(isExecutableDefinitionNode)) return false;
  if (getOperationAST(document, operationName || undefined)?.operation !== 'query') return false;
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
