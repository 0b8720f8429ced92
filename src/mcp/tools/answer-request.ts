import { AnswerRequestDocument } from '../generated/operations.ts';
import type { ToolOf } from '../tool.ts';

export const ANSWER_REQUEST: ToolOf<typeof AnswerRequestDocument> = {
  document: AnswerRequestDocument,
  title: 'Answer a request',
  description:
    'Confirms a request for a booking, which takes its room, or declines it. A guest with an e-mail address is notified by e-mail, if the gateway sends any.',
  describes: { confirm: 'Whether the request is confirmed; false: it is declined.' },
  isDestructive: true,
  isIdempotent: true,
  say({ confirmed, declined }, { texts, dates }) {
    const answered = confirmed ?? declined;
    return answered ? [texts.booking({ status: answered.booking.status, dates: dates(answered.booking) })] : [];
  },
};
