/** Retries after a 503, like a well-behaved client, so that races run on slow machines too. */
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';

const MOST_TIMES = 20;

/** The answer of `ask`, retried while the service is too busy. */
export async function retryRequest<T>(ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await ask();
    } catch (error) {
      if (time === MOST_TIMES || !(error instanceof ServiceUnavailable)) throw error;
    }
  }
}
