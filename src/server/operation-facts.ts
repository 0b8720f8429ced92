/**
 * What is learned of a GraphQL request while it is answered, for logs and counts: which operation it came to, what it was refused
 * with, and what has become of the booking that it asked for.
 */
import { type DocumentNode, getOperationAST } from 'graphql';
import type { FinishedAnswer } from '../operations/answer-store.ts';
import type { BookingCounts } from '../operations/booking-counts.ts';
import type { Session } from '../operations/session.ts';
import type { ExecutionListener } from './graphql-reports.ts';
import { NO_OPERATION, type OperationLabels } from './operation-label.ts';

/** What Yoga is given to tell. Its functions may be copied. */
export interface OperationListener extends ExecutionListener {
  /** Told of the session that is opened for the request. */
  opened(session: Session): void;
}

/** The facts of one request. */
export interface OperationFacts {
  readonly listener: OperationListener;
  session(): Session | null;
  /** One of a bounded number of names. */
  operation(): string;
  /** What the answer says of itself to the log; a booking that was refused before anybody looked at it is counted. Ask once. */
  told(): Pick<FinishedAnswer, 'refusal' | 'booking'>;
}

/** Begins to learn about a request. */
export function factsOfOperation({
  labels,
  bookings,
}: {
  labels: OperationLabels;
  bookings: BookingCounts;
}): OperationFacts {
  let session: Session | null = null;
  let operation = NO_OPERATION;
  let isMutation = false;
  let refusal: string | null = null;
  const listener: OperationListener = {
    opened(one) {
      session = one;
    },
    executing(document: DocumentNode, operationName) {
      operation = labels.of(document, operationName);
      isMutation = getOperationAST(document, operationName)?.operation === 'mutation';
    },
    refused(code) {
      refusal = code;
    },
  };
  /** Mutations book and do nothing else. */
  const bookingOutcome = () => {
    if (!isMutation) return null;
    return session?.bookingOutcome ?? (refusal === null ? null : bookings.addRefused(refusal));
  };
  return {
    listener,
    session: () => session,
    operation: () => operation,
    told() {
      const booking = bookingOutcome();
      return { ...(refusal === null ? {} : { refusal }), ...(booking === null ? {} : { booking }) };
    },
  };
}
