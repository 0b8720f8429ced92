/** Deliveries to webhooks, the newest first (S16). */
import type { Database } from '../../data/database/database.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { DeliveryState } from '../../data/generated/prisma/enums.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { SortOrder } from '../../domain/text/sort-order.ts';
import { parseObjectId } from '../access/references.ts';
import { type CursorSigner, parseCursor } from '../search/cursors.ts';
import { pageProblems } from '../search/search-input.ts';
import { listWebhooks, OF_KNOWN_TYPE, type WebhookCaller } from './manage-webhooks.ts';

export const DELIVERY_ORDER: SortOrder = {
  resource: 'webhookDeliveries',
  mode: 'newest',
  words: 'the newest first',
  valueType: 'number',
  isDescending: true,
};

export interface DeliveriesRequest {
  readonly first: number;
  readonly after: string | null;
  /** ObjectId; null: all of the client. */
  readonly webhook: string | null;
  readonly state: DeliveryState | null;
}

const WITH_EVENT = { endpoint: true, event: { include: { booking: { select: { reference: true } } } } } as const;
export type ListedDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_EVENT }>;

/** 1 to 100, and a cursor of this list. */
export function deliveriesProblems(
  { first, after }: Pick<DeliveriesRequest, 'first' | 'after'>,
  cursors: CursorSigner,
): InputProblem[] {
  const read = after === null ? null : parseCursor(after, DELIVERY_ORDER, cursors);
  return [...pageProblems({ first }), ...(read && 'problem' in read ? [read.problem] : [])];
}

/** A page of a well-formed request. `cursors` may be null for a first page. */
export async function listDeliveries(
  { database, cursors }: { database: Database; cursors: CursorSigner | null },
  caller: WebhookCaller,
  { first, after, webhook, state }: DeliveriesRequest,
): Promise<{ readonly deliveries: readonly ListedDelivery[]; readonly hasMore: boolean }> {
  const read = after === null || cursors === null ? null : parseCursor(after, DELIVERY_ORDER, cursors);
  const visible = (await listWebhooks({ database }, caller)).map(({ id }) => id);
  const wanted = webhook === null ? visible : visible.filter((id) => id === parseObjectId(webhook));
  const found = await database.prisma.delivery.findMany({
    where: {
      ...OF_KNOWN_TYPE,
      endpointId: { in: wanted },
      ...(state === null ? {} : { state }),
      ...(read && 'key' in read ? { id: { lt: BigInt(read.key[0]) } } : {}),
    },
    include: WITH_EVENT,
    orderBy: { id: 'desc' },
    take: first + 1,
  });
  return { deliveries: found.slice(0, first), hasMore: found.length > first };
}

/** One delivery as listed. */
export async function loadDelivery({ prisma }: Database, id: bigint): Promise<ListedDelivery> {
  return prisma.delivery.findUniqueOrThrow({ where: { id }, include: WITH_EVENT });
}
