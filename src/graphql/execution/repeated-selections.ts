/**
 * How often an object is selected in the same place of an answer. Fields may repeat, because each component asks for
 * what it shows, and validation compares all with the same response name. Leaf fields are compared directly and bounded
 * by the number of fields; for objects and fragments the comparison is recursive.
 */
import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** The most frequent selection in one place. */
export interface Repetition {
  readonly times: number;
  readonly what: 'objects by one name' | 'fragments';
}

/** The most frequent selection. The document must have passed the limit on expanded selections. */
export function mostRepeated(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Repetition {
  let most: Repetition = { times: 0, what: 'objects by one name' };
  const places: SelectionSetNode[][] = [[selectionSet]];
  for (let place = places.pop(); place; place = places.pop()) {
    const { objectsByName, spreads } = collectSelections(place, fragments);
    if (spreads > most.times) most = { times: spreads, what: 'fragments' };
    for (const objects of objectsByName.values()) {
      if (objects.length > most.times) most = { times: objects.length, what: 'objects by one name' };
      places.push(objects);
    }
  }
  return most;
}

/** The object fields in one place by response name, with those of fragments; each fragment is visited once. */
function collectSelections(place: readonly SelectionSetNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const objectsByName = new Map<string, SelectionSetNode[]>();
  const spread = new Set<string>();
  const waiting = [...place];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        waiting.push(selection.selectionSet);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = spread.has(name) ? undefined : fragments.get(name);
        if (fragment) waiting.push(fragment.selectionSet);
        spread.add(name);
      } else if (selection.selectionSet) {
        const name = (selection.alias ?? selection.name).value;
        const objects = objectsByName.get(name) ?? [];
        objectsByName.set(name, objects);
        objects.push(selection.selectionSet);
      }
    }
  }
  return { objectsByName, spreads: spread.size };
}
