/** The input schema of a tool, from the variables of its operation and from where they are used (X5). */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type JsonObject, orNull, scalarSchema } from './scalar-schema.ts';

/** @param insistsOn variables that must be given, though null is one of their values */
export function inputSchema(
  schema: GraphQLSchema,
  { variableDefinitions = [], ...operation }: OperationDefinitionNode,
  insistsOn: readonly string[] = [],
): JsonObject {
  const described = descriptionsOfUse(schema, operation as OperationDefinitionNode);
  const required: string[] = [];
  const properties: Record<string, JsonObject> = {};
  for (const { variable, type: typeNode, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const isInsistedOn = insistsOn.includes(name);
    if ((isNonNullType(type) && !defaultValue) || isInsistedOn) required.push(name);
    properties[name] = {
      ...(isInsistedOn ? orNull(typeSchema(type)) : typeSchema(type)),
      ...(described.has(name) && { description: described.get(name) }),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) as string }),
    };
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** What the schema says of the arguments and input fields that the variables are values of. */
function descriptionsOfUse(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, string> {
  const described = new Map<string, string>();
  const info = new TypeInfo(schema);
  const say = (value: { kind: string }, description: string | null | undefined) => {
    if (value.kind === 'Variable' && description) {
      described.set((value as unknown as { name: { value: string } }).name.value, description);
    }
  };
  visit(
    operation,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => say(value, info.getArgument()?.description),
      ObjectField({ name, value }) {
        const parent = getNamedType(info.getParentInputType());
        if (isInputObjectType(parent)) say(value, parent.getFields()[name.value]?.description);
      },
    }),
  );
  return described;
}

/** What may be left out need not be null, though it may be. Ids are texts, or the numbers of entities. */
function typeSchema(type: GraphQLInputType): JsonObject {
  return valueSchema(isNonNullType(type) ? type.ofType : type);
}

function valueSchema(type: GraphQLInputType): JsonObject {
  if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return scalarSchema(type.toString());
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type: ofField, description }) => [
        name,
        { ...typeSchema(ofField), ...(description && { description }) },
      ]),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
  };
}
