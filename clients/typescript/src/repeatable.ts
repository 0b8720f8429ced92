/** Which operations may be sent twice, as they do nothing more then. In doubt, none. */

/** What GraphQL ignores, and strings. */
const IGNORED = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*"|#[^\n\r]*|,/g;
const ARGUMENTS = /\((?:[^()]|\([^()]*\))*\)/g;
const INNER_SELECTION = /(\{[^{}]*)\{[^{}]*\}/g;
const FRAGMENT = /\bfragment\s[^{}]*\{[^{}]*\}/g;
const MUTATION_OF_ONE_FIELD = /^\s*mutation\b[^{}]*\{\s*(\w+\s*:\s*)?\w+\s*(@\s*\w+\s*)*\}\s*$/;

/** A query, or a mutation of one field whose `input` has an idempotency key. */
export function isRepeatableAlways(query: string, variables: unknown): boolean {
  const text = query.replace(IGNORED, ' ');
  if (!/\bmutation\b/.test(text)) return true;
  const { input } = (variables ?? {}) as { input?: { idempotencyKey?: unknown } };
  return Boolean(input?.idempotencyKey) && MUTATION_OF_ONE_FIELD.test(rootsOf(text).replace(FRAGMENT, ''));
}

/** The document without arguments, and without what its fields select. */
function rootsOf(text: string): string {
  let roots = text.replace(ARGUMENTS, ' ');
  for (let before = ''; before !== roots; ) {
    before = roots;
    roots = roots.replace(INNER_SELECTION, '$1 ');
  }
  return roots;
}
