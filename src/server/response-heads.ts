/**
 * Heads of responses as one list of names and values: what the framework's hooks set for callers of an origin, and what the
 * response itself says. The head of a cached response is made once.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Soon } from '../data/soon.ts';
import type { FinishedAnswer } from '../operations/answer-store.ts';
import { headerText } from '../rest/representation.ts';

interface KnownHead {
  readonly ofOrigin: OriginHeaders;
  readonly head: readonly string[];
}

/** Heads of answers that are kept, as they were written last. */
const heads = new WeakMap<FinishedAnswer, KnownHead>();

/** The head of a cached response. */
export function knownHeadOf(
  answer: FinishedAnswer,
  { ofOrigin, vary }: { ofOrigin: OriginHeaders; vary: readonly string[] },
): readonly string[] {
  const known = heads.get(answer);
  if (known?.ofOrigin === ofOrigin) return known.head;
  const head = headOf(answer, { ofOrigin, vary });
  heads.set(answer, { ofOrigin, head });
  return head;
}

/** The names and values of all headers in turn, those apart that are of the moment. */
export function headOf(
  { status, headers, bytes }: FinishedAnswer,
  { ofOrigin, vary }: { ofOrigin: OriginHeaders; vary: readonly string[] },
): string[] {
  const head = [...ofOrigin.fields];
  if (ofOrigin.vary.length + vary.length > 0) head.push('vary', [...ofOrigin.vary, ...vary].join(', '));
  for (const name in headers) head.push(name, headers[name]!);
  if (status !== 304) head.push('content-length', String(bytes.length));
  return head;
}

/** What the framework sets for every answer to an origin. */
export interface OriginHeaders {
  /** Names and values in turn. */
  readonly fields: readonly string[];
  /** The fields named by `Vary`, which an answer adds to. */
  readonly vary: readonly string[];
}

/**
 * The headers that the framework's hooks set, by the origin of the request and the demo key, which is all that those hooks look
 * at: learned from what they do.
 */
export class HeadersByOrigin {
  readonly #known = new LRUCache<string, OriginHeaders>({ max: 100 });
  readonly #demoKey: () => Soon<string | null>;
  /** The demo key under which they were learned. */
  #learnedUnder: string | null = null;

  constructor(demoKey: () => Soon<string | null>) {
    this.#demoKey = demoKey;
  }

  /** The headers; null while they are not known, or not to be known without asking the database. */
  of(origin = ''): OriginHeaders | null {
    return this.#isCurrent() ? (this.#known.get(origin) ?? null) : null;
  }

  #isCurrent(): boolean {
    const demoKey = this.#demoKey();
    if (demoKey instanceof Promise) return false;
    if (demoKey !== this.#learnedUnder) this.#known.clear();
    this.#learnedUnder = demoKey;
    return true;
  }

  /** Learns from every request of another origin than before. Register it after those hooks and before all others. */
  learnFrom(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const { origin = '' } = request.headers;
      if (request.method !== 'OPTIONS' && this.#isCurrent() && !this.#known.has(origin)) {
        const { vary, ...others } = reply.getHeaders();
        this.#known.set(origin, {
          fields: Object.entries(others).flatMap(([name, value]) => [name, headerText(value as string | string[])!]),
          vary: vary === undefined ? [] : [String(vary)],
        });
      }
      done();
    });
  }
}
