/** Gateway processes of which one after another is killed and replaced, and clients that repeat a request until one has answered it. */
import { type Draw, pick } from '../catalogue/random/random-draw.ts';
import type { Serving } from '../gateway/run-cli.ts';

const MOST_TIMES = 200;
/** Statuses worth another try: too many requests, overload, and an earlier try that is still running. */
const NOT_YET: ReadonlySet<number> = new Set([409, 429, 503]);

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
}

export class MortalProcesses {
  readonly #serve: () => Promise<Serving>;
  readonly #draw: Draw;
  #living: Serving[] = [];
  #kills = 0;

  private constructor(serve: () => Promise<Serving>, draw: Draw) {
    this.#serve = serve;
    this.#draw = draw;
  }

  static async start(serve: () => Promise<Serving>, { count, draw }: { count: number; draw: Draw }) {
    const processes = new MortalProcesses(serve, draw);
    processes.#living = await Promise.all(Array.from({ length: count }, serve));
    return processes;
  }

  get kills(): number {
    return this.#kills;
  }

  /** Kills one; resolves when another one serves in its place. The others serve meanwhile. */
  async killOne(): Promise<void> {
    const [killed] = this.#living.splice(this.#draw(this.#living.length), 1);
    this.#kills++;
    await killed!.stop('SIGKILL');
    this.#living.push(await this.#serve());
  }

  /** Stops all in order; resolves to their exit codes. */
  async stop(): Promise<(number | null)[]> {
    const ended = await Promise.all(this.#living.splice(0).map((one) => one.stop()));
    return ended.map(({ code }) => code);
  }

  /**
   * Sends a request to any process, again and again, until the answer is final.
   * @throws the last failure, if it never is
   */
  async ask<Body>(
    path: string,
    key: string,
    init: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answered<Body>> {
    let failure: unknown;
    for (let time = 0; time < MOST_TIMES; time++) {
      try {
        const response = await fetch(`${pick(this.#draw, this.#living).url}${path}`, {
          ...(init.body && { method: 'POST', body: JSON.stringify(init.body) }),
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
        });
        const answered = { status: response.status, body: (await response.json()) as Body };
        if (!NOT_YET.has(response.status)) return answered;
        failure = new Error(`${path} was answered ${response.status} every time`);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** The data of a GraphQL operation that can be repeated. */
  async graphql<Data>(query: string, key: string, variables: Record<string, unknown> = {}): Promise<Data> {
    const { body } = await this.ask<{ data: Data; errors?: unknown }>('/graphql', key, { body: { query, variables } });
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }
}
