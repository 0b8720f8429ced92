/**
 * A strict HTTP/1.1 client: it sends requests byte for byte as given, and reads responses by the rules of RFC 9112
 * alone. Two framings, a repeated header, a wrong length, or bytes outside any response are errors.
 */
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Names and values as sent; `Host` is added unless it is among them. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export interface StrictAnswer {
  readonly status: number;
  /** Values under their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded as `Content-Encoding` says. */
  readonly body: Buffer;
}

const LONGEST_HEAD_BYTES = 16 * 1024;
const CRLF = '\r\n';
const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/**
 * Sends requests over one connection, all at once, and returns their responses in order. There may be fewer if one of
 * them closes the connection.
 */
export async function exchange(port: number, requests: readonly RawRequest[]): Promise<StrictAnswer[]> {
  const sent = requests.map((request, index) => bytesOf(request, index === requests.length - 1));
  const received = await receive(port, Buffer.concat(sent));
  return answersIn(
    received,
    requests.map(({ method = 'GET' }) => method),
  );
}

/** Sends bytes and collects what comes back until the server closes the connection. */
export function receive(port: number, bytes: Buffer | string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server refuses what it no longer wants to read.
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) reject(error);
    });
  });
}

function bytesOf({ method = 'GET', path, headers = [], body }: RawRequest, isLast: boolean): Buffer {
  const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name);
  const all: (readonly [string, string])[] = [
    ...(has('host') ? [] : [['Host', 'gateway'] as const]),
    ...headers,
    ...(body === undefined || has('content-length') || has('transfer-encoding')
      ? []
      : [['Content-Length', String(Buffer.byteLength(body))] as const]),
    ...(isLast ? [['Connection', 'close'] as const] : []),
  ];
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)].join(CRLF);
  return Buffer.concat([Buffer.from(`${head}${CRLF}${CRLF}`, 'latin1'), Buffer.from(body ?? '')]);
}

/** The responses in the bytes, to requests with these methods; throws for anything invalid. */
export function answersIn(bytes: Buffer, methods: readonly string[]): StrictAnswer[] {
  const answers: StrictAnswer[] = [];
  let rest = bytes;
  for (const method of methods) {
    const { answer, end } = firstAnswerIn(rest, method);
    answers.push(answer);
    rest = rest.subarray(end);
    if (/\bclose\b/i.test(answer.headers.get('connection') ?? '')) break;
  }
  if (rest.length > 0) throw broken('bytes that belong to no answer', rest);
  return answers;
}

function firstAnswerIn(bytes: Buffer, method: string): { answer: StrictAnswer; end: number } {
  const headEnd = bytes.indexOf(CRLF + CRLF);
  if (headEnd === -1) throw broken('no whole head', bytes);
  if (headEnd > LONGEST_HEAD_BYTES) throw broken(`a head of ${headEnd} bytes`, bytes);
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split(CRLF);
  const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw broken('a wrong status line', bytes);
  const headers = headersIn(lines);
  const start = headEnd + 4;
  const framed = bodyOf(bytes.subarray(start), {
    headers,
    hasNone: method === 'HEAD' || status === 204 || status === 304,
  });
  return { answer: { status, headers, body: decoded(framed.body, headers) }, end: start + framed.end };
}

function headersIn(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER_LINE.exec(line) ?? [];
    const lowerCase = name.toLowerCase();
    if (lowerCase === '') throw broken('a wrong header', line);
    if (headers.has(lowerCase) && lowerCase !== 'set-cookie') throw broken('a header that stands there twice', line);
    headers.set(lowerCase, value);
  }
  return headers;
}

function bodyOf(
  bytes: Buffer,
  { headers, hasNone }: { headers: ReadonlyMap<string, string>; hasNone: boolean },
): { body: Buffer; end: number } {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && coding !== undefined) throw broken('two framings', `${length} and ${coding}`);
  if (length !== undefined && !/^\d+$/.test(length)) throw broken('a length that is no number', length);
  if (coding !== undefined && coding !== 'chunked') throw broken('a transfer coding that nobody asked for', coding);
  if (hasNone) {
    if (coding !== undefined) throw broken('chunks of no body', coding);
    return { body: Buffer.alloc(0), end: 0 };
  }
  if (coding !== undefined) return chunksIn(bytes);
  if (length === undefined) throw broken('no framing', bytes);
  if (bytes.length < Number(length)) throw broken(`${bytes.length} bytes of ${length}`, bytes);
  return { body: bytes.subarray(0, Number(length)), end: Number(length) };
}

function chunksIn(bytes: Buffer): { body: Buffer; end: number } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf(CRLF, at);
    const line = lineEnd === -1 ? '' : bytes.subarray(at, lineEnd).toString('latin1');
    if (!/^[0-9a-fA-F]{1,8}$/.test(line)) throw broken('a wrong size of a chunk', bytes.subarray(at));
    const start = lineEnd + 2;
    const end = start + Number.parseInt(line, 16);
    if (bytes.subarray(end, end + 2).toString('latin1') !== CRLF)
      throw broken('a chunk of another size', bytes.subarray(at));
    if (end === start) return { body: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(start, end));
    at = end + 2;
  }
}

function decoded(body: Buffer, headers: ReadonlyMap<string, string>): Buffer {
  const coding = headers.get('content-encoding');
  if (coding === undefined || body.length === 0) return body;
  if (coding === 'gzip') return gunzipSync(body);
  if (coding === 'br') return brotliDecompressSync(body);
  throw broken('an unknown content coding', coding);
}

function broken(what: string, where: Buffer | string): Error {
  return new Error(`the answer has ${what}: ${JSON.stringify(where.toString('latin1' as never).slice(0, 300))}`);
}
