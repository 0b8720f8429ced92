/**
 * Selections of everything in a type of a schema, a few levels deep, so that tests need not list fields. Fields with
 * required arguments are left out.
 */
import {
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/**
 * The selection sets of a type (empty texts for a leaf): one, or one for each type of an interface, or of the entities of a
 * supergraph, whose fields may conflict.
 * @param depth how many levels of objects below it are selected
 */
export function wholeSelections(schema: GraphQLSchema, type: GraphQLNamedOutputType, depth: number): string[] {
  if (!isCompositeType(type)) return [''];
  const isOfEntities = isUnionType(type) && type.name === '_Entity';
  if (!isInterfaceType(type) && !isOfEntities) return [selectionOf(schema, type, depth)];
  return schema
    .getPossibleTypes(type)
    .map((possible) => `{ __typename ... on ${possible.name} ${selectionOf(schema, possible, depth)} }`);
}

function selectionOf(schema: GraphQLSchema, type: GraphQLNamedOutputType, depth: number): string {
  if (isUnionType(type)) {
    const parts = type.getTypes().map((one) => `... on ${one.name} ${selectionOf(schema, one, depth)}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const parts = fields.map((field) => {
    const inner = getNamedType(field.type);
    if (!isCompositeType(inner)) return field.name;
    // Texts and money contain nothing further.
    const isValue =
      isObjectType(inner) && Object.values(inner.getFields()).every((one) => !isCompositeType(getNamedType(one.type)));
    return depth > 0 || isValue ? `${field.name} ${selectionOf(schema, inner, depth - 1)}` : '';
  });
  return `{ __typename ${parts.filter((part) => part !== '').join(' ')} }`;
}
