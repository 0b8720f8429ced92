/** The hotels that the key works in, by name: those that it is bound to, or all that it sees. */
import { allNodes } from '../gateway/all-nodes.ts';
import { DeskHotelsDocument } from '../generated/operations.ts';
import { useDeskAnswer, useSession } from './session.tsx';

export function useDeskHotels() {
  const { hotels: bound } = useSession();
  return useDeskAnswer(
    'hotels',
    async (request) => bound ?? allNodes(async (after) => (await request(DeskHotelsDocument, { after })).hotels),
  );
}
