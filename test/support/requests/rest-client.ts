/** A REST client for tests: one gateway with the small catalogue, and short ways to call it. */
import { afterAll, beforeAll } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../gateway/gateway.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Record<string, string | undefined>;
  body: Body;
  text: string;
}

export interface Asked {
  /** The bearer key; null: none. Default: one with all scopes. */
  key?: string | null;
  headers?: Record<string, string>;
}

export interface RestClient {
  readonly gateway: TestGateway;
  /** GET `/api/v1` and the path, with a query. The test declares the body's type. */
  get<Body = unknown>(path: string, query?: Query, asked?: Asked): Promise<Answer<Body>>;
  /** POST `/api/v1/booking`; a body that is not a string is sent as JSON. */
  book<Body = unknown>(body: unknown, asked?: Asked): Promise<Answer<Body>>;
  /** Any request. */
  send<Body = unknown>(request: SentRequest, asked?: Asked): Promise<Answer<Body>>;
  key(options?: KeyOptions): Promise<string>;
  /** Resets the rate limits of booking requests: the gateway's clock stands still. */
  forgetRequests(): Promise<void>;
}

export type Query = Record<string, string | number | readonly (string | number)[]>;
interface SentRequest {
  method: string;
  url: string;
  payload?: string;
}

/** A client whose gateway starts before the tests of the file and stops after them. */
export function restClient({ catalogue = SMALL_CATALOGUE, today = TODAY, config = {} } = {}): RestClient {
  let gateway: TestGateway;
  let everything: string;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today, config });
    everything = await gateway.key();
  });
  afterAll(() => gateway?.close());

  async function send<Body>(
    request: SentRequest,
    { key = everything, headers = {} }: Asked = {},
  ): Promise<Answer<Body>> {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    const response = await gateway.inject({ ...request, headers: { ...authorization, ...headers } } as never);
    const isJson = String(response.headers['content-type'] ?? '').includes('json') && response.payload !== '';
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body: (isJson ? response.json() : undefined) as Body,
      text: response.payload,
    };
  }
  return {
    get gateway() {
      return gateway;
    },
    send,
    get: (path, query = {}, asked) => send({ method: 'GET', url: `/api/v1${path}${queryString(query)}` }, asked),
    book: (body, { headers, ...asked } = {}) =>
      send(
        { method: 'POST', url: '/api/v1/booking', payload: typeof body === 'string' ? body : JSON.stringify(body) },
        { ...asked, headers: { 'content-type': 'application/json', ...headers } },
      ),
    key: (options) => gateway.key(options),
    async forgetRequests() {
      await gateway.database.prisma.recentUse.deleteMany();
    },
  };
}

/** `?` and the parameters, a list as repeated ones; empty without any. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as [string, string]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
