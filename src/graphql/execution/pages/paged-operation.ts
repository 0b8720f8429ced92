/**
 * Runs an operation that shows a list of entities in parts: the page, then each entity. Records of the earlier page that are not stale
 * are reused.
 */
import type { ExecutionResult } from 'graphql';
import type { CachedLoader } from '../../../data/cache/cached-loader.ts';
import { chain, chainAll, type MaybePromise } from '../../../data/cache/maybe-promise.ts';
import type { EntityKind, EntityRows } from '../../../data/reads/catalogue-loaders.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import type { PageRecord, PageRecords } from '../../../operations/page/page-records.ts';
import { SerializedJson } from '../../../operations/page/serialized-json.ts';
import type { PageSplit } from './page-split.ts';

/** As parsed from JSON. */
type Variables = Readonly<Record<string, unknown>>;

/** One of the two operations. */
export interface PartOperation {
  run(variables: Variables, context: RequestContext, root?: unknown): MaybePromise<ExecutionResult>;
}

export interface PagedOperationParts extends Pick<PageSplit, 'path' | 'entityKind'> {
  readonly page: PartOperation;
  readonly entity: PartOperation;
  /** The record of an entity that is shown, by what was selected. */
  readonly toRecord: (selected: never) => unknown;
}

let count = 0;

export class PagedOperation {
  readonly #parts: PagedOperationParts;
  /** Among all operations. A page that is cached names its records by it, without holding the operation. */
  readonly #id = ++count;

  constructor(parts: PagedOperationParts) {
    this.#parts = parts;
  }

  /** The result, with serialized records in the list; null: some part failed. */
  run(variables: Variables, context: RequestContext, records: PageRecords): MaybePromise<ExecutionResult | null> {
    const { page, path } = this.#parts;
    const result = chain(page.run(variables, context), ({ data, errors }): MaybePromise<ExecutionResult | null> => {
      if (errors || !data) return null;
      const [above, key] = listIn(data, path);
      const openRecord = context.recordContexts();
      const numbers = above[key] as { number: number }[];
      const all = chainAll(
        numbers.map(({ number }) => this.#record(number, { variables, context, openRecord, records })),
      );
      return chain(all, (found) => {
        const complete = found.filter((record) => record !== null);
        if (complete.length < found.length) return null;
        above[key] = complete.map((record, index) => {
          context.dependencies.include(record.epochs);
          // biome-ignore lint/style/noNonNullAssertion: there is a record for each number.
          records.add({ operation: this.#id, entity: numbers[index]!.number }, record);
          return record.json;
        });
        return { data };
      });
    });
    // The operation as a whole then fails too, and says how.
    return result instanceof Promise ? result.catch(() => null) : result;
  }

  #record(
    number: number,
    page: { variables: Variables; context: RequestContext; openRecord: () => RequestContext; records: PageRecords },
  ): MaybePromise<PageRecord | null> {
    const cached = page.records.reuse({ operation: this.#id, entity: number }, page.context);
    if (cached) return cached;
    const { entity, entityKind, toRecord } = this.#parts;
    const context = page.openRecord();
    const loader = context.catalogue[entityKind] as CachedLoader<number, EntityRows[EntityKind]>;
    return chain(loader.load(number), (row) =>
      row === null
        ? null
        : chain(entity.run(page.variables, context, row), ({ data, errors }) => {
            const { dependencies } = context;
            if (errors || !data || dependencies.isPrivate) return null;
            return { json: new SerializedJson(number, toRecord(data as never)), epochs: dependencies.recorded() };
          }),
    );
  }
}

/** The object that contains the list, and the key of the list. */
function listIn(data: Record<string, unknown>, path: readonly string[]): [Record<string, unknown>, string] {
  const [first, second] = path as [string, string?];
  return second === undefined ? [data, first] : [data[first] as Record<string, unknown>, second];
}
