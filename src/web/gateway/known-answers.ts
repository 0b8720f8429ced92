/** Answers out of which the server has rendered a page (F17). A view that asks the same at first has its answer at once. */
import type { Request } from './request.ts';

/** Answers under the `nameOfAsked` of their question. */
export type KnownAnswers = Map<string, unknown>;

export function nameOfAsked(query: string, variables: unknown): string {
  return `${/\bquery (\w+)/.exec(query)?.[1]} ${JSON.stringify(variables)}`;
}

/** The known answer, if `ask` sends one request and returns its answer as it is; null otherwise. */
export function findKnown<Asked, Data>(
  known: KnownAnswers,
  asked: Asked,
  ask: (request: Request, asked: Asked) => Promise<Data>,
): { readonly data: Data } | null {
  if (known.size === 0) return null;
  let found: unknown;
  let answer: Promise<unknown> = NEVER;
  const request = ((document, variables) => {
    found = known.get(nameOfAsked(document.toString(), variables));
    answer = found === undefined ? NEVER : Promise.resolve(found);
    return answer;
  }) as Request;
  const given: Promise<unknown> = ask(request, asked);
  return given === answer && found !== undefined ? { data: found as Data } : null;
}

const NEVER = new Promise<never>(() => {});
