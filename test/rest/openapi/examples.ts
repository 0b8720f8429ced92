/** The answers that the reference shows: those of the demo as of one day, with numbered ObjectIds. */
import { expect } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import type { RouteExample } from '../../../src/rest/route.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

const EXAMPLE_DAY = '2026-11-21';

export interface Examples {
  /** The body of the answer. */
  answerTo(example: Pick<RouteExample, 'address' | 'acceptLanguage'>): Promise<unknown>;
  close(): Promise<void>;
}

export async function openExamples(): Promise<Examples> {
  const gateway = await startGateway({ catalogue: demoCatalogue(parseDay(EXAMPLE_DAY)!), today: EXAMPLE_DAY });
  const authorization = `Bearer ${await gateway.key()}`;
  return {
    async answerTo({ address, acceptLanguage }) {
      const headers = { authorization, ...(acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }) };
      const { statusCode, body } = await gateway.inject({ url: `/api${address}`, headers });
      expect([address, statusCode]).toEqual([address, 200]);
      return JSON.parse(withNumberedIds(body));
    },
    close: () => gateway.close(),
  };
}

/** Equal ObjectIds stay equal. */
function withNumberedIds(json: string): string {
  const numbers = new Map<string, string>();
  return json.replaceAll(/"_id":"([0-9a-f]{24})"/g, (_, id: string) => {
    const number = numbers.get(id) ?? (numbers.size + 1).toString(16).padStart(24, '6735f0a1c2b3d4e5f6a70000');
    numbers.set(id, number);
    return `"_id":"${number}"`;
  });
}
