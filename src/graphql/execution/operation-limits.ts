/**
 * Limits of an operation's text. Types refer to each other in cycles (a hotel has a destination, which has hotels), and
 * every level multiplies the answer; aliases repeat it. A fragment counts at each of its spreads but is measured once,
 * so nested fragments are cheap to refuse. The limits come before validation, which takes several times as long; so
 * they work without the schema, on documents that may be invalid: fragments missing, cyclic or unused. The work behind
 * an operation, with its page sizes, is limited by its cost.
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

/** The maximum of each measure. */
export interface OperationLimits {
  /** Levels of fields, without introspection. */
  readonly depth: number;
  /** Fields in total. */
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  /** Introspection fields (`__schema`, `__type`): each answer may hold the whole schema. */
  readonly introspections: number;
  /** Root fields of a query. */
  readonly queryFields: number;
  /** Root fields of a mutation: each is a transaction. */
  readonly mutationFields: number;
  /**
   * Fields with selections that share a response name in one place, and fragments spread in one place: validation
   * compares all pairs, recursively.
   */
  readonly repetitions: number;
}

/**
 * The refusal of a document beyond a limit. Its status is set for every content type: without `spec: false`, clients
 * that accept application/json would get 200 for errors before execution.
 */
export function tooLarge(message: string, definition?: Measured): GraphQLError {
  const extensions = { code: 'OPERATION_TOO_LARGE' as const, http: { status: 400, spec: false } };
  return new GraphQLError(message, { nodes: definition, extensions });
}

type Measured = OperationDefinitionNode | FragmentDefinitionNode;

/** The measures of a selection. */
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

/** The measures of a document. */
export interface DocumentSize {
  /** A refusal for each exceeded limit, with both numbers. */
  readonly excesses: readonly GraphQLError[];
  /** Whether fragments are cyclic or share a name, so that they cannot be expanded. */
  readonly isAmbiguous: boolean;
}

/** Measures all operations of a document, and all fragments, since validation covers unused ones too. */
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
      // Clients with a normalised cache add it to every selection.
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
    // Used fragments are counted where they are spread.
    if (!measureOfFragment.has(name)) measured.push([fragment, measureOfSpread(name)]);
  }
  const excesses = measured.flatMap(([definition, measure]) => {
    return findExcesses(measure, definition, limits).map((problem) => tooLarge(problem, definition));
  });
  // Within the other limits it is small enough to be expanded.
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
