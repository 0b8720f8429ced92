/**
 * Clients that keep booking while a gateway stops, and report the outcome of each request. A request is *cut* if it was
 * sent on an accepted connection and did not get a complete answer. A connection counts as accepted if it gave an
 * answer before or was open before the signal. One that the kernel opened after the signal may be refused, or reset
 * before a byte of an answer.
 */
import { Agent, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type AskedStay, bodyOf } from '../booking/booking-client.ts';

/** The outcome of a request. */
export type Drained =
  | { readonly kind: 'answered'; readonly stay: AskedStay; readonly status: number; readonly bookingId: string | null }
  | { readonly kind: 'refused'; readonly stay: AskedStay }
  | { readonly kind: 'cut'; readonly stay: AskedStay; readonly how: string };

/** Where to book, and whether the stop signal was sent. */
export interface StoppingGateway {
  readonly url: string;
  readonly key: string;
  readonly isSignalled: () => boolean;
}

/** Sends one booking. An agent may keep its connection for the next one. */
export function bookOnce(gateway: StoppingGateway, stay: AskedStay, agent: Agent | false = false): Promise<Drained> {
  return new Promise((resolve) => {
    let isTaken = false;
    const request = send(`${gateway.url}/api/v1/booking`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${gateway.key}`,
        'content-type': 'application/json',
        'idempotency-key': stay.note,
        connection: agent ? 'keep-alive' : 'close',
      },
    });
    request.on('socket', (socket: Socket) => {
      const connected = () => {
        isTaken = request.reusedSocket || !gateway.isSignalled();
      };
      if (socket.connecting) socket.once('connect', connected);
      else connected();
    });
    request.on('response', (response) => {
      isTaken = true;
      text(response).then(
        (body) => {
          const { _id: bookingId = null } = JSON.parse(body) as { _id?: string };
          resolve({ kind: 'answered', stay, status: response.statusCode!, bookingId });
        },
        (error) => resolve({ kind: 'cut', stay, how: `in the middle of the answer: ${error}` }),
      );
    });
    request.on('error', (error) => {
      resolve(isTaken ? { kind: 'cut', stay, how: `before the answer: ${error}` } : { kind: 'refused', stay });
    });
    request.end(bodyOf(stay));
  });
}

/**
 * Books one stay after the other, on a kept-alive connection or on new ones, until the gateway refuses connections.
 * @returns the outcomes
 */
export async function bookUntilRefused(
  gateway: StoppingGateway,
  stays: Iterator<AskedStay, never>,
  { keepsConnection, onAnswer }: { keepsConnection: boolean; onAnswer: () => void },
): Promise<Drained[]> {
  const agent = keepsConnection ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  const outcomes: Drained[] = [];
  for (;;) {
    const outcome = await bookOnce(gateway, stays.next().value, agent);
    outcomes.push(outcome);
    if (outcome.kind === 'answered') onAnswer();
    else if (outcome.kind === 'refused') return outcomes;
  }
}
