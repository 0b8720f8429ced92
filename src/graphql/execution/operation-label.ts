/**
 * Labels of GraphQL operations for logs and metrics, from a bounded set. Clients choose operation names freely, so only
 * trusted documents are labelled by name; others by the field of the schema that they ask for.
 */
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** More than one root field. */
const SEVERAL = 'several';
/** No root field of our own: `__typename`, introspection, or nothing executable. */
export const NO_OPERATION = 'none';

/** `isTrusted`: whether the document is a trusted one. */
export function operationLabel(
  operation: OperationDefinitionNode,
  { schema, document, isTrusted }: { schema: GraphQLSchema; document: DocumentNode; isTrusted: boolean },
): string {
  if (operation.name && isTrusted) return operation.name.value;
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const asked = [...rootFields(document, operation.selectionSet)].filter((field) => Object.hasOwn(fields, field));
  const [first = NO_OPERATION, ...others] = asked;
  return others.length > 0 ? SEVERAL : first;
}

/** The fields of a selection, with those of fragments; each fragment is visited once. */
export function rootFields({ definitions }: DocumentNode, selectionSet: SelectionSetNode): Set<string> {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  const names = new Set<string>();
  const waiting = [selectionSet];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) waiting.push(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        fragments.delete(selection.name.value);
        if (fragment) waiting.push(fragment);
      }
    }
  }
  return names;
}
