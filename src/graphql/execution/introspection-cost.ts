/**
 * The cost of questions about the schema (A9), whose fields state none: all that is selected, as often as the schema has it. Lists of all types
 * have what these have on average, lists of a single type as much as the largest has, so no way through the schema costs less than it shows.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  introspectionFromSchema,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { FIELD_COST } from '../schema/cost.ts';

/** How long a list of the schema is: on average, and at most. */
interface Length {
  readonly average: number;
  readonly most: number;
}
type Lengths = Readonly<Record<string, Length>>;

const LISTS_OF_TYPES = ['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues'] as const;
/** About half of all types that are referred to, by themselves or within others, are wrapped in another one. */
const WRAPPED: Length = { average: 1 / 2, most: 1 / 2 };

const measured = new WeakMap<GraphQLSchema, Lengths>();

function lengthsOf(schema: GraphQLSchema): Lengths {
  const known = measured.get(schema);
  if (known) return known;
  const { types, directives } = introspectionFromSchema(schema).__schema;
  const fields = types.flatMap((type) => ('fields' in type && type.fields) || []);
  const made: Lengths = {
    types: lengthOf([{ types }], 'types'),
    directives: lengthOf([{ directives }], 'directives'),
    ...Object.fromEntries(LISTS_OF_TYPES.map((name) => [name, lengthOf(types, name)])),
    args: lengthOf([...fields, ...directives], 'args'),
    ofType: WRAPPED,
  };
  measured.set(schema, made);
  return made;
}

function lengthOf(owners: readonly object[], name: string): Length {
  const lengths = owners.map((owner) => (owner as Record<string, readonly unknown[] | null>)[name]?.length ?? 0);
  return { average: lengths.reduce((sum, length) => sum + length) / lengths.length, most: Math.max(...lengths) };
}

/** The cost of all that a valid document asks of the schema. */
export function introspectionCost(schema: GraphQLSchema, document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }

  /** `ofAll`: whether the selection is of all types, or of all of their fields. */
  function fieldsIn({ selections }: SelectionSetNode, ofAll: boolean): number {
    return selections.reduce((sum, selection) => sum + fieldsOf(selection, ofAll), 0);
  }

  function fieldsOf(selection: SelectionNode, ofAll: boolean): number {
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, ofAll);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      return fragment ? fieldsIn(fragment.selectionSet, ofAll) : 0;
    }
    if (!selection.selectionSet) return 1;
    const name = selection.name.value;
    const length = lengthsOf(schema)[name] ?? { average: 1, most: 1 };
    const inside = fieldsIn(selection.selectionSet, name === 'types' || (ofAll && name === 'fields'));
    return 1 + (ofAll ? length.average : length.most) * inside;
  }

  let fields = 0;
  visit(document, {
    Field({ name, selectionSet }) {
      if (selectionSet && name.value.startsWith('__')) fields += fieldsIn(selectionSet, false);
    },
  });
  return fields * FIELD_COST;
}
