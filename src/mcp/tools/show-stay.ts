import { ShowStayDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const SHOW_STAY: ToolOf<typeof ShowStayDocument> = {
  document: ShowStayDocument,
  title: 'Show a kind of stay',
  description:
    'What is known of a visit type: what it includes, how long its stays are, when they start, in which hotels it is sold and what cancelling costs.',
  say: (_, { texts }) => [texts.shown],
};
