/**
 * How large an operation may be written. Types refer to each other in circles (a hotel has a destination, which has hotels),
 * and every round multiplies the answer; aliases ask the same thing again and again. What a fragment holds counts at each of
 * its spreads, but is looked at once, so that fragments within fragments cost nothing to refuse. The limits are held before a
 * document is validated, which takes several times as long, so they know nothing of the schema and take documents that are not
 * valid, with fragments that are missing, spread in a circle or in no operation. What an operation asks of the service, with
 * the sizes of its pages, is the matter of its cost.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { mostRepeated } from './repeated-selections.ts';

/** The most that an operation may have. */
export interface OperationLimits {
  /** Levels of fields; those of introspection do not count. */
  readonly depth: number;
  /** Fields, wherever they stand. */
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  /** Questions about the schema (`__schema`, `__type`): each answer may hold all of it. */
  readonly introspections: number;
  /** Fields of the query itself. */
  readonly queryFields: number;
  /** Fields of the mutation itself: each is a transaction of its own. */
  readonly mutationFields: number;
  /**
   * Objects (fields with fields of their own) that answer under one name in one place, and fragments spread in one place:
   * validation compares each with every other, and what is in them.
   */
  readonly repetitions: number;
}

export const TOO_LARGE = 'OPERATION_TOO_LARGE';

/**
 * The refusal of what is too large. Its status holds in every content type: without `spec: false` one that is found before
 * execution would be answered with 200 to clients who ask for application/json.
 */
export function tooLarge(message: string, definition?: Measured): GraphQLError {
  const extensions = { code: TOO_LARGE, http: { status: 400, spec: false } };
  return new GraphQLError(message, { nodes: definition, extensions });
}

type Measured = OperationDefinitionNode | FragmentDefinitionNode;

/** What a selection amounts to. */
interface Measure {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly introspections: number;
  /** Fields on its first level. */
  readonly own: number;
}

const EMPTY_MEASURE: Measure = { depth: 0, fields: 0, aliases: 0, directives: 0, introspections: 0, own: 0 };

/** What has been found out about a document. */
export interface DocumentSize {
  /** A refusal for each limit that it is beyond, with both figures. */
  readonly excesses: readonly GraphQLError[];
  /** Whether fragments spread each other in a circle or have one name, so that it cannot be spelled out. */
  readonly isAmbiguous: boolean;
}

/** Measures every operation of a document, and every fragment, as it is validated whether it is spread or not. */
export function measureDocument(document: DocumentNode, limits: OperationLimits): DocumentSize {
  const { operations, fragments, hasNamesakes } = listDefinitions(document);
  const measureOfFragment = new Map<string, Measure>();
  const under = new Set<string>();
  let isAmbiguous = hasNamesakes;

  function measureOf({ selections }: SelectionSetNode): Measure {
    return selections.map(measureOfSelection).reduce(addMeasures, EMPTY_MEASURE);
  }

  function measureOfSelection(selection: SelectionNode): Measure {
    const directives = selection.directives?.length ?? 0;
    if (selection.kind === Kind.INLINE_FRAGMENT) return withDirectives(measureOf(selection.selectionSet), directives);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      return withDirectives(measureOfSpread(selection.name.value), directives);
    }
    const inside = selection.selectionSet ? measureOf(selection.selectionSet) : EMPTY_MEASURE;
    const isIntrospection = selection.selectionSet !== undefined && selection.name.value.startsWith('__');
    return {
      depth: 1 + (isIntrospection ? 0 : inside.depth),
      fields: 1 + inside.fields,
      aliases: inside.aliases + (selection.alias ? 1 : 0),
      directives: inside.directives + directives,
      introspections: inside.introspections + (isIntrospection ? 1 : 0),
      // Clients that keep a cache ask for the name of the type beside everything.
      own: selection.name.value === '__typename' ? 0 : 1,
    };
  }

  function measureOfSpread(name: string): Measure {
    const known = measureOfFragment.get(name);
    if (known) return known;
    const fragment = fragments.get(name);
    if (!fragment || under.has(name)) {
      isAmbiguous ||= fragment !== undefined;
      return EMPTY_MEASURE;
    }
    under.add(name);
    const measure = measureOf(fragment.selectionSet);
    under.delete(name);
    measureOfFragment.set(name, measure);
    return measure;
  }

  const measured: [Measured, Measure][] = operations.map((operation) => {
    return [operation, withDirectives(measureOf(operation.selectionSet), operation.directives?.length ?? 0)];
  });
  for (const [name, fragment] of fragments) {
    // What is spread has been counted where it is.
    if (!measureOfFragment.has(name)) measured.push([fragment, measureOfSpread(name)]);
  }
  const excesses = measured.flatMap(([definition, measure]) => {
    return findExcesses(measure, definition, limits).map((problem) => tooLarge(problem, definition));
  });
  // What is within the other limits is small enough to be spelled out.
  if (excesses.length === 0 && !isAmbiguous) {
    for (const [definition] of measured) excesses.push(...findRepetitions(definition, fragments, limits));
  }
  return { excesses, isAmbiguous };
}

function listDefinitions({ definitions }: DocumentNode) {
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  let hasNamesakes = false;
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    hasNamesakes ||= fragments.has(definition.name.value);
    fragments.set(definition.name.value, definition);
  }
  return { operations, fragments, hasNamesakes };
}

function addMeasures(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    fields: a.fields + b.fields,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    introspections: a.introspections + b.introspections,
    own: a.own + b.own,
  };
}

function withDirectives(measure: Measure, directives: number): Measure {
  return { ...measure, directives: measure.directives + directives };
}

function findExcesses(measure: Measure, definition: Measured, limits: OperationLimits): string[] {
  const { depth, fields, aliases, directives, introspections, own } = measure;
  const [whole, root, ownMost] =
    definition.kind === Kind.FRAGMENT_DEFINITION
      ? ['fragment', 'fragment', Number.POSITIVE_INFINITY]
      : [
          'operation',
          definition.operation,
          definition.operation === 'query' ? limits.queryFields : limits.mutationFields,
        ];
  const compared: [number, number, string][] = [
    [depth, limits.depth, `The ${whole} is nested ${depth} levels deep`],
    [fields, limits.fields, `The ${whole} has ${fields} fields`],
    [aliases, limits.aliases, `The ${whole} has ${aliases} aliases`],
    [directives, limits.directives, `The ${whole} has ${directives} directives`],
    [introspections, limits.introspections, `The ${whole} asks ${introspections} times for the schema`],
    [own, ownMost, `The ${root} has ${own} fields of its own`],
  ];
  return compared.filter(([has, most]) => has > most).map(([, most, what]) => `${what}; ${most} are the most.`);
}

function findRepetitions(
  definition: Measured,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { repetitions }: OperationLimits,
): GraphQLError[] {
  const { times, what } = mostRepeated(definition.selectionSet, fragments);
  if (times <= repetitions) return [];
  return [tooLarge(`In one place stand ${times} ${what}; ${repetitions} are the most.`, definition)];
}
