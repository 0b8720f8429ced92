/**
 * Selections of everything that a type of a schema has, a few levels deep, so that what a field shows need not be listed. A
 * field that needs arguments is left out.
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
 * The selection sets of a type (empty texts for a leaf): one, but one for each type of an interface, whose fields may disagree.
 * @param depth how many levels of objects below it are selected
 */
export function wholeSelections(schema: GraphQLSchema, type: GraphQLNamedOutputType, depth: number): string[] {
  if (!isCompositeType(type)) return [''];
  if (!isInterfaceType(type)) return [selectionOf(schema, type, depth)];
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
    // Texts and money hold nothing further.
    const isValue =
      isObjectType(inner) && Object.values(inner.getFields()).every((one) => !isCompositeType(getNamedType(one.type)));
    return depth > 0 || isValue ? `${field.name} ${selectionOf(schema, inner, depth - 1)}` : '';
  });
  return `{ __typename ${parts.filter((part) => part !== '').join(' ')} }`;
}
