/** Adjusting prices, and the record of what has changed prices and rooms, as a client asks for them. */
import type { TestGateway } from '../gateway/gateway.ts';

const REFUSED = `... on InvalidInput { problems { path code reason before after currency roomTypeNumber night } } ... on NotFound { subject }`;
const CONFLICT = '... on Conflict { changes { path now { night amountMinor units closed } } }';
const PARTS = `{ nodes { visitType { number } priceList currency roomType { number } ranges { from to before after } } pageInfo { hasNextPage endCursor } }`;

const ADJUST = `mutation ($input: AdjustRatesInput!, $first: Int! = 20, $after: String) { result: adjustRates(input: $input) {
  __typename ... on RatesAdjusted { nights seasonsLeft recordedAs parts(first: $first, after: $after) ${PARTS}
    left { visitTypeNumber priceList currency roomType { number } from to amountMinor } } ${REFUSED} } }`;
const UNDO = `mutation ($id: ID!) { result: undoChange(input: { id: $id }) { __typename ... on ChangeUndone { nights recordedAs } ${REFUSED} ${CONFLICT} } }`;
const CHANGE = 'id at by client operation hotel { number } from to nights undoneAt';
const LISTS = {
  prices: `query ($filter: ChangeFilter, $first: Int! = 20, $after: String) {
    list: changesOfPrices(filter: $filter, first: $first, after: $after) {
      nodes { ${CHANGE} parts ${PARTS} } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
  rooms: `query ($filter: ChangeFilter, $first: Int! = 20, $after: String) {
    list: changesOfRooms(filter: $filter, first: $first, after: $after) {
      nodes { ${CHANGE} parts { nodes { roomType { number } ranges { from to before { units closed } after { units closed } } } } }
      pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
};

interface Range<Value> {
  from: string;
  to: string;
  before: Value;
  after: Value;
}

export interface Part<Value = number | null> {
  visitType?: { number: number } | null;
  priceList?: number;
  currency?: string;
  roomType: { number: number } | null;
  ranges: Range<Value>[];
}

export interface ListedChange {
  id: string;
  at: string;
  by: string;
  client: string | null;
  operation: string;
  hotel: { number: number };
  from: string;
  to: string;
  nights: number;
  undoneAt: string | null;
  parts: { nodes: Part<unknown>[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

export type Answer = Record<string, unknown> & {
  __typename: string;
  recordedAs: string[];
  parts: { nodes: Part[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  problems: Record<string, unknown>[];
};

interface Listed {
  nodes: ListedChange[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
}

/** A client with a key that may manage. */
export function recordsOf(gateway: TestGateway, key: string) {
  const ask = async <Result>(query: string, variables: Record<string, unknown>) =>
    (await gateway.ask<{ result: Result }>(query, { key, variables })).result;
  return {
    adjust: (input: object, page: object = {}) => ask<Answer>(ADJUST, { input, ...page }),
    undo: (id: string) => ask<Answer>(UNDO, { id }),
    async list(kind: keyof typeof LISTS, filter: object | null = null, page: object = {}): Promise<Listed> {
      return (await gateway.ask<{ list: Listed }>(LISTS[kind], { key, variables: { filter, ...page } })).list;
    },
  };
}
