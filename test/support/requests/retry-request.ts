/** What a well-behaved client does with a 503: it asks again. Lets a race run on a machine that is too slow for it. */
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';

const MOST_TIMES = 20;

/** What `ask` answers, asked again for as long as the service is too busy to answer. */
export async function retryRequest<T>(ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await ask();
    } catch (error) {
      if (time === MOST_TIMES || !(error instanceof ServiceUnavailable)) throw error;
    }
  }
}
