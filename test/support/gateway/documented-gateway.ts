/**
 * Calls gateways below `/api` and checks every answer against the OpenAPI document: an undocumented one fails its test.
 */
import { gunzipSync } from 'node:zlib';
import { afterAll, expect } from 'vitest';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { requestBody } from '../booking/booking-body.ts';
import { TODAY } from '../catalogue/small-catalogue.ts';
import { type AnswerToCheck, answerCheck } from './documented-answer.ts';
import { startGateway, type TestGateway } from './gateway.ts';

export type Json = Record<string, unknown>;
export const document = buildOpenApiDocument(parseDay(TODAY)!) as {
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, Record<string, Json>>;
  components: Json;
};
export const check = answerCheck(document);

/** Statuses that occurred, by method and path. */
export const seen = new Map<string, Set<number>>();

const open: TestGateway[] = [];
/** Starts a gateway that stops after the tests of the file. */
export async function gatewayWith(options: Parameters<typeof startGateway>[0]): Promise<TestGateway> {
  const gateway = await startGateway(options);
  open.push(gateway);
  return gateway;
}
afterAll(async () => {
  for (const gateway of open) await gateway.close();
});

export interface Asked {
  method?: string;
  url: string;
  /** A list becomes one header per value. */
  headers?: Record<string, string | string[]>;
  payload?: string | object;
}

/** Sends a request and checks the answer against the document. */
export async function ask(gateway: TestGateway, key: string | null, asked: Asked): Promise<AnswerToCheck> {
  const { method = 'GET', url, headers = {}, payload } = asked;
  const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await gateway.inject({
    method: method as 'GET',
    url,
    headers: { ...authorization, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const body = isPacked ? gunzipSync(response.rawPayload).toString() : response.body;
  const answer = { method, url, statusCode: response.statusCode, headers: response.headers, body };
  expect([method, url, answer.statusCode, check.problemsOf(answer)]).toEqual([method, url, answer.statusCode, []]);
  const { path, method: documented } = check.operationOf(answer)!;
  const name = `${documented} ${path}`;
  seen.set(name, (seen.get(name) ?? new Set()).add(answer.statusCode));
  return answer;
}

export const STAY = 'date_from=2027-03-01&date_to=2027-03-03';
/** For each route, a request that succeeds on the small catalogue. */
export const GOOD: Readonly<Record<string, Asked>> = Object.fromEntries(
  ROUTES.map(({ method, path }): [string, Asked] => {
    if (method === 'POST') return [path, { method, url: `/api${path}`, payload: requestBody() }];
    const query = path === '/v1/price' ? `?visit_type_id=101&room_type_id=11&${STAY}` : '';
    return [path, { url: `/api${path.replace(/\{\w+\}/, '1')}${query}` }];
  }),
);
