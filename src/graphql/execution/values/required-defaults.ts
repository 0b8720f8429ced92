/**
 * Defaults of variables and of input fields that must not be null. graphql-jit knows only those of others: without them it refuses what
 * graphql-js accepts, and the operation would be executed field by field each time.
 */
import {
  astFromValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/** Adds to the variables of an operation, as parsed from JSON, the defaults that they leave out. */
export function requiredDefaults(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) {
  const declared = variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
    return type
      ? [{ name: variable.name.value, type, standard: defaultValue && valueFromASTUntyped(defaultValue) }]
      : [];
  });
  return (variables: Values): Values => {
    const filled: Record<string, unknown> = { ...variables };
    for (const { name, type, standard } of declared) {
      const value = filled[name] === undefined ? standard : filled[name];
      if (value !== undefined) filled[name] = withDefaults(value, type);
    }
    return filled;
  };
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
