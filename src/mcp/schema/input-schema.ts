/** The input schema of a tool, from the variables of its operation and from where they are used (X5). */
import {
  type GraphQLArgument,
  type GraphQLInputField,
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
import { boundsOf } from '../../graphql/schema/input/bounds.ts';
import type { Tool } from '../tool.ts';
import { type JsonObject, orNull, scalarSchema } from './scalar-schema.ts';

export function inputSchema(
  schema: GraphQLSchema,
  { variableDefinitions = [], ...operation }: OperationDefinitionNode,
  { insistsOn = [], describes = {} }: Pick<Tool, 'insistsOn' | 'describes'>,
): JsonObject {
  const used = usesOf(schema, operation as OperationDefinitionNode);
  const required: string[] = [];
  const properties: Record<string, JsonObject> = {};
  for (const { variable, type: typeNode, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const isInsistedOn = insistsOn.includes(name);
    if ((isNonNullType(type) && !defaultValue) || isInsistedOn) required.push(name);
    const bounded = boundedSchema(type, used.get(name)?.bounds ?? {});
    const description = describes[name] ?? used.get(name)?.description;
    properties[name] = {
      ...(isInsistedOn ? orNull(bounded) : bounded),
      ...(description && { description }),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) as string }),
    };
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

type Bounds = ReturnType<typeof boundsOf>;

/** An argument or input field that a variable is the value of. */
interface Use {
  readonly description: string | null | undefined;
  readonly bounds: Bounds;
}

/** What the schema says of the arguments and input fields that the variables are values of. */
function usesOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, Use> {
  const uses = new Map<string, Use>();
  const info = new TypeInfo(schema);
  const say = (value: { kind: string }, of: GraphQLInputField | GraphQLArgument | null | undefined) => {
    if (value.kind === 'Variable' && of) {
      const use = { description: of.description, bounds: boundsOf(of) };
      uses.set((value as unknown as { name: { value: string } }).name.value, use);
    }
  };
  visit(
    operation,
    visitWithTypeInfo(info, {
      // What a directive says of its argument is nothing about the tool.
      Argument: ({ value }) => say(value, info.getDirective() ? null : info.getArgument()),
      ObjectField({ name, value }) {
        const parent = getNamedType(info.getParentInputType());
        if (isInputObjectType(parent)) say(value, parent.getFields()[name.value]);
      },
    }),
  );
  return uses;
}

function boundedSchema(type: GraphQLInputType, { items, ...bounds }: Bounds): JsonObject {
  const { items: entries, ...schema } = typeSchema(type);
  const bounded = entries === undefined ? {} : { items: { ...(entries as JsonObject), ...items } };
  return { ...schema, ...bounded, ...bounds };
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
      fields.map(({ name, description, ...field }) => [
        name,
        { ...boundedSchema(field.type, boundsOf(field)), ...(description && { description }) },
      ]),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
  };
}
