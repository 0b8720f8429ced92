/**
 * The gateway's own mechanisms for speed: the code of each, and how it is switched off. The gateway has no switch for that; a module
 * of the build is replaced by one in `without/`, whose types must fit.
 */

/** Groups of workloads; a mechanism is measured by those that run its code. */
export type Group = 'hits' | 'computed' | 'living' | 'pages' | 'crowds';

export interface Mechanism {
  readonly id: string;
  readonly says: string;
  /** The files below `src` that consist of it, or declarations of one (`file#name`), for counting lines. */
  readonly code: readonly string[];
  /** What replaces a module, named by its path below `src`: a file in `without/`. */
  readonly ablated: Readonly<Record<string, string>>;
  /** The size of the response cache; absent: as `npm start` sets it. */
  readonly storeMb?: number;
  readonly groups: readonly Group[];
  /** Only these workloads of a group with names, because others say no more of it; absent: all. */
  readonly workloads?: readonly string[];
}

export const MECHANISMS: readonly Mechanism[] = [
  {
    id: 'response cache',
    says: 'the bytes of answers, reused until something changes that they were made of',
    code: ['http/response/response-cache.ts'],
    ablated: {},
    storeMb: 0,
    groups: ['hits', 'living'],
    workloads: ['G1', 'G3', 'R1', 'R3', 'R4', 'R6'],
  },
  {
    id: 'page records',
    says: 'a page of REST that is out of date lends its records to the one that replaces it',
    code: [
      'operations/page/page-records.ts',
      'operations/page/serialized-json.ts',
      'graphql/execution/pages/page-split.ts',
      'graphql/execution/pages/paged-operation.ts',
    ],
    ablated: { 'http/response/response-cache.ts': 'page-records.ts' },
    groups: ['pages'],
    workloads: ['R1', 'R4', 'R1a', 'R4a'],
  },
  {
    id: 'parts serialised once',
    says: 'what a page of REST shows several times, like its categories, is written as JSON once',
    code: ['operations/page/serialized-json.ts'],
    ablated: { 'operations/page/serialized-json.ts': 'serialized-json.ts' },
    groups: ['computed'],
    workloads: ['R1', 'R4'],
  },
  {
    id: 'single flight',
    says: 'equal requests at the same time share one computation',
    code: [
      'http/response/response-cache.ts#awaitPending',
      'http/response/response-cache.ts#addPending',
      'http/response/response-cache.ts#share',
    ],
    ablated: { 'http/response/response-cache.ts': 'shared-responses.ts' },
    groups: ['crowds', 'living'],
  },
  {
    id: 'compiled operations',
    says: 'an operation that was run ten times is compiled to a function',
    code: ['graphql/execution/compiled-operations.ts', 'graphql/execution/operation.ts#compileWhenDue'],
    ablated: { 'graphql/execution/compiled-operations.ts': 'compiled-operations.ts' },
    groups: ['computed', 'living'],
    workloads: ['G0', 'G1', 'G3', 'G4', 'R1', 'R4'],
  },
  {
    id: 'kept documents',
    says: 'documents are parsed, validated and weighed once',
    code: ['graphql/execution/documents.ts'],
    ablated: { 'graphql/execution/documents.ts': 'kept-documents.ts' },
    groups: ['computed', 'living'],
    workloads: ['G0', 'G1', 'G3', 'G4'],
  },
  {
    id: 'operations beside Yoga',
    says: 'an operation in a JSON body is read and answered without Yoga',
    code: ['server/graphql/graphql-input.ts#parsePlainOperation'],
    ablated: { 'server/graphql/graphql-input.ts': 'plain-operations.ts' },
    groups: ['computed', 'living'],
    workloads: ['G0', 'G1', 'G3', 'G4'],
  },
  {
    id: 'fine epochs',
    says: 'a change makes stale what it touched, and nothing else; without, everything',
    code: ['data/cache/cache-tags.ts', 'data/cache/epoch-table.ts', 'data/cache/dependencies.ts'],
    ablated: { 'data/cache/epoch-table.ts': 'fine-epochs.ts' },
    groups: ['living', 'pages'],
    workloads: ['G1', 'R4a'],
  },
];
