/** Requests whose body is sent piece by piece, over a connection of their own. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Upload {
  readonly request: ClientRequest;
  /** The whole response; rejects when the connection breaks. */
  readonly answer: Promise<Answer>;
}

/** Starts a request; its body is up to the caller. */
export function startUpload(
  url: string,
  { key, headers = {}, method = 'PUT' }: { key: string; headers?: Record<string, string>; method?: string },
): Upload {
  const asked = request(url, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, text: body }),
        reject,
      );
    });
  });
  answer.catch(() => {});
  return { request: asked, answer };
}

/** Sends a request with its whole body. */
export async function upload(url: string, body: string | Buffer, options: Parameters<typeof startUpload>[1]) {
  const started = startUpload(url, options);
  started.request.end(body);
  return started.answer;
}

/** Sends a piece; resolves when the connection has taken it. */
export async function send({ request: asked }: Upload, piece: string | Buffer): Promise<void> {
  if (!asked.write(piece)) await once(asked, 'drain');
}
