/** Where values that a scalar refuses refuse the operation: everywhere but in arguments whose field reports them itself (F8). */
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isExecutableDefinitionNode,
  isListType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValidationContext,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { RefusedValue } from '../../../domain/problem/input-problem.ts';
import { reportsRefusedValues } from '../../schema/refused-values.ts';
import { describeExpected } from './expected-values.ts';

/** A rule for documents: scalars accept all their literals, with stand-ins for those that they refuse. */
export function RefusedLiteralsRule(context: ValidationContext): ASTVisitor {
  const check = (node: ValueNode): void => {
    const type = context.getInputType();
    const named = getNamedType(type);
    if (!type || !isScalarType(named) || isReported(context)) return;
    if (!hasStandIn(named, node)) return;
    context.reportError(new GraphQLError(`Expected ${describeExpected(type)}.`, { nodes: node }));
  };
  return {
    [Kind.INT]: check,
    [Kind.FLOAT]: check,
    [Kind.STRING]: check,
    [Kind.BOOLEAN]: check,
    [Kind.ENUM]: check,
    [Kind.OBJECT]: check,
    [Kind.LIST](node) {
      if (isListType(getNullableType(context.getParentInputType()))) return undefined;
      check(node);
      return false;
    },
  };
}

function hasStandIn(scalar: GraphQLScalarType, node: ValueNode): boolean {
  try {
    return scalar.parseLiteral(node) instanceof RefusedValue;
  } catch {
    // Refused by the scalar itself, which another rule reports.
    return false;
  }
}

type Place = Pick<ValidationContext, 'getFieldDef' | 'getDirective'>;

/** Whether a value is in an argument of a field that reports refused values. */
function isReported(place: Place): boolean {
  const field = place.getFieldDef();
  return field != null && !place.getDirective() && reportsRefusedValues(field);
}

const strictOf = new WeakMap<OperationDefinitionNode, ReadonlySet<string>>();

/** The variables of an operation that are used where a refused value refuses the operation. */
export function strictVariables(
  operation: OperationDefinitionNode,
  { schema, definitions }: { schema: GraphQLSchema; definitions: DocumentNode['definitions'] },
): ReadonlySet<string> {
  const known = strictOf.get(operation);
  if (known) return known;
  const strict = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  const visitor: ASTVisitor = {
    VariableDefinition: () => false,
    Variable: ({ name }) => void (isReported(typeInfo) || strict.add(name.value)),
  };
  for (const definition of definitions) {
    const isOther = definition.kind === Kind.OPERATION_DEFINITION && definition !== operation;
    if (isExecutableDefinitionNode(definition) && !isOther) visit(definition, visitWithTypeInfo(typeInfo, visitor));
  }
  strictOf.set(operation, strict);
  return strict;
}
