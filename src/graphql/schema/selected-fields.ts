/** What an operation selects of a field, for resolvers that compute only what is asked for. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields that are selected below the resolved one, or below its field `within`; those of all fragments count, and those
 * that `@skip` or `@include` leave out.
 */
export function selectedFields(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  within?: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  function collect(selectionSet: SelectionSetNode | undefined, field: string | undefined): void {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) collect(fragments[selection.name.value]?.selectionSet, field);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, field);
      else if (field === undefined) names.add(selection.name.value);
      else if (selection.name.value === field) collect(selection.selectionSet, undefined);
    }
  }
  for (const { selectionSet } of fieldNodes) collect(selectionSet, within);
  return names;
}
