/** A page of hotels or room types over GraphQL; omitted arguments have the schema's defaults. */
import type { GraphQLAnswer, TestGateway } from '../gateway/gateway.ts';

export type List = 'hotels' | 'roomTypes';

export interface PageQuestion {
  filter?: Record<string, unknown> | null;
  sort?: string;
  first?: number;
  after?: string | null;
}

/** A page with the numbers of its rows. */
export interface ListPage {
  nodes: { number: number }[];
  edges: { cursor: string; node: { number: number } }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

const ROW = { hotels: 'Hotel', roomTypes: 'RoomType' };

function operation(list: List): string {
  const row = ROW[list];
  return `query ($filter: ${row}Filter, $sort: ${row}Sort, $first: Int, $after: String) {
    page: ${list}(filter: $filter, sort: $sort, first: $first, after: $after) {
      nodes { number } edges { cursor node { number } } totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
}

export async function listPage(
  gateway: TestGateway,
  { list, key, ...asked }: { list: List; key?: string } & PageQuestion,
): Promise<ListPage> {
  const { page } = await gateway.ask<{ page: ListPage }>(operation(list), {
    variables: { ...asked },
    ...(key ? { key } : {}),
  });
  return page;
}

/** The whole answer to a request that is refused. */
export function refusedPage(
  gateway: TestGateway,
  { list, ...asked }: { list: List } & PageQuestion,
): Promise<GraphQLAnswer<unknown>> {
  return gateway.graphql<unknown>(operation(list), { variables: { ...asked } });
}
