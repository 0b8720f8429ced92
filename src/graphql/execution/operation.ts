/** An operation of a document, with all that is derived from it once. */
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  type Source,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Scope } from '../../data/generated/prisma/enums.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import type { LiveSource } from '../../operations/live/live-source.ts';
import { scopesOfField } from '../schema/builder.ts';
import { type CompiledOperation, compileOperation } from './compiled-operations.ts';
import { hasFixedCost, operationCost } from './operation-cost.ts';
import { rootFields } from './operation-label.ts';
import { splitPage } from './pages/page-split.ts';
import { PagedOperation } from './pages/paged-operation.ts';
import { argumentsRefusal, checkedFields } from './values/argument-problems.ts';
import { formatVariables, variableProblems, variablesRefusal } from './values/variable-problems.ts';

/** The record that shows an entity, of what was selected of it. */
export type ToRecord = (selected: never) => unknown;
export const AS_SELECTED: ToRecord = (selected) => selected;

/** As parsed from JSON. */
export type Variables = Readonly<Record<string, unknown>>;

/** The fields of the mutation type whose outcomes are counted as bookings. */
const BOOKING_FIELDS = ['createBooking', 'createBookings'];

/** Compiling takes as long as about ten executions. */
const EXECUTIONS_BEFORE_COMPILING = 10;
/** One that costs more is compiled before it first runs: field by field it would hold up others longer than compiling does (A9). */
const COST_TO_COMPILE_AT_ONCE = 5_000;
/** Front ends send a document with few distinct variables. */
const CACHED_COSTS = 10;
const MAX_VARIABLES_LENGTH = 500;
/** In place of the size of a catalogue on which the cost does not depend. */
const ANY_SIZE = {};

export class Operation {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  /** From a bounded set of names, for logs and metrics. */
  readonly label: string;
  readonly #schema: GraphQLSchema;
  readonly #onCompiled: () => void;
  readonly #toRecord: ToRecord;
  /** Costs are cached under the size of what the caller sees, which is another object when it has changed, and under what else they depend on. */
  readonly #costs = new WeakMap<object, LRUCache<string, number>>();
  readonly #isStored: boolean;
  /** Whether it costs the same with all variables; undefined: not looked for yet. */
  #isFixed: boolean | undefined;
  /** What it costs with all variables; null: that is not known, or depends on them. */
  #fixedCost: number | null = null;
  #rootFields: ReadonlySet<string> | null = null;
  #checked: ReturnType<typeof checkedFields> | null = null;
  #executions = 0;
  /** The highest cost so far. */
  #dearest = 0;
  #required: readonly (readonly Scope[])[] | null = null;
  #compiled: CompiledOperation | null = null;
  /** Null: it shows no list of entities; undefined: not looked for yet. */
  #paged: PagedOperation | null | undefined;

  constructor(
    node: OperationDefinitionNode,
    {
      schema,
      document,
      label,
      onCompiled,
      toRecord,
      isStored = false,
    }: {
      schema: GraphQLSchema;
      document: DocumentNode;
      label: string;
      onCompiled: () => void;
      toRecord: ToRecord;
      /** Whether it is ours, as are its variables, which are valid then. */
      isStored?: boolean;
    },
  ) {
    this.node = node;
    this.#isStored = isStored;
    this.document = document;
    this.label = label;
    this.#schema = schema;
    this.#onCompiled = onCompiled;
    this.#toRecord = toRecord;
  }

  /** The name to execute it by. */
  get name(): string | undefined {
    return this.node.name?.value;
  }

  get isQuery(): boolean {
    return this.node.operation === OperationTypeNode.QUERY;
  }

  get isMutation(): boolean {
    return this.node.operation === OperationTypeNode.MUTATION;
  }

  get isSubscription(): boolean {
    return this.node.operation === OperationTypeNode.SUBSCRIPTION;
  }

  /** The scopes of which a key lacks all, though one of its fields requires one of them; null: it may run. */
  scopesLackedBy(scopes: ReadonlySet<Scope>): readonly Scope[] | null {
    this.#required ??= this.#requiredScopes();
    return this.#required.find((allowed) => !allowed.some((scope) => scopes.has(scope))) ?? null;
  }

  /** Whether it asks for a booking, or for several. */
  get books(): boolean {
    return this.isMutation && BOOKING_FIELDS.some((field) => this.rootFields.has(field));
  }

  /** The names of its root fields. */
  get rootFields(): ReadonlySet<string> {
    this.#rootFields ??= rootFields(this.document, this.node.selectionSet);
    return this.#rootFields;
  }

  get isCompiled(): boolean {
    return this.#compiled !== null;
  }

  /** Its cost with these variables on the context's day, or the refusal of the variables. */
  cost(variables: Variables, context: RequestContext): number | ExecutionResult {
    const parts = { schema: this.#schema, document: this.document };
    this.#isFixed ??= hasFixedCost(this.node, parts);
    if (this.#fixedCost !== null && this.#isStored) return this.#fixedCost;
    const compute = () => {
      const problems = variableProblems(this.#schema, this.node, variables, this.document.definitions);
      if (problems.length > 0) return variablesRefusal(problems);
      this.#checked ??= this.isMutation ? checkedFields(this.document, this.#schema) : new Map();
      const checked = { ...parts, variables, messages: context.messages };
      const refused = this.#checked.size > 0 && argumentsRefusal(this.#checked, this.node, checked);
      const cost = refused || (this.#fixedCost ?? operationCost(this.node, { ...parts, variables, context }));
      if (this.#isFixed && typeof cost === 'number') this.#fixedCost = cost;
      return cost;
    };
    const text = formatVariables(variables);
    if (text === null || text.length > MAX_VARIABLES_LENGTH) return compute();
    const size = this.#isFixed ? ANY_SIZE : context.services.catalogueSize(context.caller);
    const key = `${context.today} ${context.caller.hotels?.size ?? ''} ${text}`;
    const costs = this.#costs.get(size);
    const cached = costs?.get(key);
    if (cached !== undefined) return cached;
    const cost = compute();
    if (typeof cost !== 'number') return cost;
    this.#dearest = Math.max(this.#dearest, cost);
    if (costs) costs.set(key, cost);
    else this.#costs.set(size, new LRUCache<string, number>({ max: CACHED_COSTS }).set(key, cost));
    return cost;
  }

  /**
   * Executes it: after several runs compiled if possible, and record by record if the context keeps them. Errors are always
   * those of the plain executor.
   */
  run(variables: Variables, context: RequestContext, root?: unknown): MaybePromise<ExecutionResult> {
    const compiled = this.#compileWhenDue();
    const { records } = context;
    const paged = records && this.#executions > EXECUTIONS_BEFORE_COMPILING ? this.#splitOnce() : null;
    if (!records || !paged) return this.#runWhole(compiled, variables, context, root);
    return chain(paged.run(variables, context, records), (result) => {
      if (result) return result;
      startAgain(context);
      return this.#runWhole(compiled, variables, context, root);
    });
  }

  #runWhole(
    compiled: CompiledOperation | null,
    variables: Variables,
    context: RequestContext,
    root: unknown,
  ): MaybePromise<ExecutionResult> {
    if (compiled === null) return this.#runPlain(variables, context, root);
    return chain(compiled(root, context, variables) as MaybePromise<ExecutionResult>, (result) => {
      const reported = result.errors ? refusalOf(result, this.document) : result;
      if (reported) return reported;
      // The plain run refuses the same again.
      startAgain(context);
      return this.#runPlain(variables, context, root);
    });
  }

  /** The source of a subscription, or why it cannot be subscribed to. */
  subscribe(variables: Variables, context: RequestContext): Promise<LiveSource | ExecutionResult> {
    // The executor returns what the field has returned.
    return createSourceEventStream(this.#request(variables, context, undefined)) as Promise<
      LiveSource | ExecutionResult
    >;
  }

  /** The result of a subscription for one event of its source. */
  runEvent(event: unknown, variables: Variables, context: RequestContext): MaybePromise<ExecutionResult> {
    return this.#runPlain(variables, context, event);
  }

  /** The scopes of each field that does not admit every key; a key needs one of them. */
  #requiredScopes(): readonly (readonly Scope[])[] {
    const fields = this.#schema.getRootType(this.node.operation)?.getFields() ?? {};
    const asked = [...this.rootFields].flatMap((name) => fields[name] ?? []);
    const byDefault: readonly Scope[] = this.isMutation ? ['book'] : ['read'];
    return asked.map((field) => scopesOfField(field) ?? byDefault).filter((scopes) => scopes.length > 0);
  }

  #runPlain(variables: Variables, context: RequestContext, rootValue: unknown): MaybePromise<ExecutionResult> {
    return execute(this.#request(variables, context, rootValue)) as MaybePromise<ExecutionResult>;
  }

  #request(variables: Variables, context: RequestContext, rootValue: unknown): ExecutionArgs {
    return {
      schema: this.#schema,
      document: this.document,
      rootValue,
      contextValue: context,
      variableValues: variables,
      operationName: this.name,
    };
  }

  #compileWhenDue(): CompiledOperation | null {
    if (this.#executions > EXECUTIONS_BEFORE_COMPILING) return this.#compiled;
    if (this.#dearest > COST_TO_COMPILE_AT_ONCE) this.#executions = EXECUTIONS_BEFORE_COMPILING;
    if (++this.#executions <= EXECUTIONS_BEFORE_COMPILING) return null;
    this.#compiled = compileOperation(this.#schema, this.document, this.name ?? '');
    if (this.#compiled) this.#onCompiled();
    return this.#compiled;
  }

  #splitOnce(): PagedOperation | null {
    if (this.#paged === undefined) {
      const split = splitPage(this.#schema, this.document, this.node);
      const toRecord = this.#toRecord;
      this.#paged =
        split &&
        new PagedOperation({
          ...split,
          page: this.#partOf(split.page, this.#schema),
          entity: this.#partOf(split.entity, split.entitySchema),
          toRecord,
        });
    }
    return this.#paged;
  }

  #partOf(document: DocumentNode, schema: GraphQLSchema): Operation {
    // biome-ignore lint/style/noNonNullAssertion: a part is a document of one operation.
    const node = getOperationAST(document)!;
    const parts = { label: this.label, onCompiled: this.#onCompiled, toRecord: AS_SELECTED };
    const part = new Operation(node, { document, schema, ...parts });
    // The page is still an operation that shows a list. Split as well, it would have a page of its own, and so on without an end.
    part.#paged = null;
    return part;
  }
}

/**
 * The result of a compiled operation if just one of its root fields refused the request: the compiler reports such an error in
 * full. Null: anything else, which the plain executor must report.
 */
function refusalOf({ data = null, errors = [] }: ExecutionResult, { loc }: DocumentNode): ExecutionResult | null {
  const [error, ...others] = errors;
  const isRefusal = error?.originalError instanceof GraphQLError && error.path?.length === 1;
  return isRefusal && others.length === 0 ? { errors: [loc ? placedIn(loc.source, error) : error], data } : null;
}

const END_OF_LINE = /\r\n|\n|\r/g;

/** An error with its places in the text: of the compiler it has lines and columns alone, which whoever writes errors does not read. */
function placedIn(source: Source, { message, locations = [], path, originalError, extensions }: GraphQLError) {
  const lines = [0, ...[...source.body.matchAll(END_OF_LINE)].map((end) => end.index + end[0].length)];
  const positions = locations.map(({ line, column }) => (lines[line - 1] ?? 0) + column - 1);
  return new GraphQLError(message, { source, positions, path, originalError, extensions });
}

/** Forgets what a run has found whose result is discarded. */
function startAgain(context: RequestContext): void {
  context.refused = null;
  context.furtherCost = 0;
  context.limitedCost = 0;
}
