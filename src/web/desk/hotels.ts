/** The hotels that the key works in, by name: those that it is bound to, or all that it sees. */
import type { Request, Whole } from '../gateway/request.ts';
import { DeskHotelsDocument, type DeskHotelsQuery } from '../generated/operations.ts';
import { useDeskAnswer, useSession } from './session.tsx';

export function useDeskHotels() {
  const { hotels: bound } = useSession();
  return useDeskAnswer('hotels', async (request) => bound ?? loadHotels(request));
}

async function loadHotels(request: Request) {
  const nodes: { number: number; name: string }[] = [];
  for (let after: string | null = null; ; ) {
    const { hotels }: Whole<DeskHotelsQuery> = await request(DeskHotelsDocument, { after });
    nodes.push(...hotels.nodes);
    if (!hotels.pageInfo.hasNextPage) return nodes;
    after = hotels.pageInfo.endCursor ?? null;
  }
}
