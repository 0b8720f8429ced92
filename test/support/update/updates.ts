/** The mutations that change prices and capacity, as a client sends them. */
import type { TestGateway } from '../gateway/gateway.ts';

export interface InventoryChange {
  roomType: number | string;
  from: string;
  to: string;
  units?: number | null;
  closed?: boolean | null;
  expected?: { units?: number | null; closed?: boolean | null } | null;
}

export interface RateChange {
  roomType: number | string;
  from: string;
  to: string;
  amountMinor?: number | null;
  expected?: { amountMinor?: number | null } | null;
  /** True unless said. */
  confirm?: boolean;
}

/** An answer of either mutation. */
export type UpdateAnswer = Record<string, unknown> & {
  __typename: 'InventoryUpdated' | 'RatesUpdated' | 'InvalidInput' | 'NotFound' | 'Conflict';
  /** Ids of what is recorded of it. */
  recordedAs: string[];
  problems?: { path: string; code: string; message: string }[];
};

const REFUSALS =
  '... on InvalidInput { code message problems { path code message } } ... on NotFound { code subject reference message } ... on Conflict { code changes { path now { night amountMinor units closed } } }';

export const UPDATE_INVENTORY = `mutation ($input: UpdateInventoryInput!) {
  updateInventory(input: $input) { __typename ... on InventoryUpdated { nights unchanged } ${REFUSALS} } }`;

export const UPDATE_RATES = `mutation ($input: UpdateRatesInput!) {
  updateRates(input: $input) { __typename ... on RatesUpdated { nights } ${REFUSALS} } }`;

/** A client that may manage; `key`: another key; `withRecords`: it asks where updates are recorded. */
export function updatesOf(
  gateway: TestGateway,
  { key, withRecords = false }: { key?: string; withRecords?: boolean } = {},
) {
  const asking = (mutation: string) => (withRecords ? mutation.replace(' { nights', ' { recordedAs nights') : mutation);
  let manager: string | null = key ?? null;
  const presented = async () => {
    manager ??= await gateway.key({ scopes: ['read', 'book', 'manage'] });
    return manager;
  };
  return {
    key: presented,
    async inventory(...changes: InventoryChange[]): Promise<UpdateAnswer> {
      const asked = { key: await presented(), variables: { input: { changes } } };
      return (await gateway.ask<{ updateInventory: UpdateAnswer }>(asking(UPDATE_INVENTORY), asked)).updateInventory;
    },
    async rates(
      list: { visitType: number | string; priceList: number },
      ...changes: RateChange[]
    ): Promise<UpdateAnswer> {
      const confirmed = changes.map((change) => ({ confirm: true, ...change }));
      const asked = { key: await presented(), variables: { input: { ...list, changes: confirmed } } };
      return (await gateway.ask<{ updateRates: UpdateAnswer }>(asking(UPDATE_RATES), asked)).updateRates;
    },
  };
}

/** The problems of a refused update as `path code`. */
export function problemsOf({ problems }: UpdateAnswer): string[] {
  return (problems ?? []).map(({ path, code }) => `${path} ${code}`);
}
