/**
 * The internals that no answer may show (I7): stacks, statements, file paths, names of libraries, messages of the
 * database or the runtime. Texts sent by tests must not contain any, because some refusals repeat input.
 */

const WORDS: Readonly<Record<string, RegExp>> = {
  stack: /(?:^|\n|\\n)\s+at .+:\d+|"stack(?:trace)?"|\bat (?:async )?(?:Object|Module|Function|process|new)\b/i,
  // Ours and Prisma's have capitals; in small letters GraphQL says that a subscription must select one field, and names a field `from`.
  statement: /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(?:FROM|VALUES|SET|WHERE)\b/,
  database: /\b(?:syntax error at or near|violates|relation "|column "|duplicate key|SQLSTATE|deadlock detected)/i,
  path: /\/(?:home|tmp|usr|root|opt|srv|var|app)\/|\bfile:\/\/|node:internal|[\w-]+\.(?:ts|mjs|cjs|js):\d+|\/(?:src|dist|node_modules)\//i,
  library:
    /prisma|pothos|\byoga\b|rate-limiter|envelop|whatwg|postgres|pglite|node_modules|\bpino\b|\bzod\b|dataloader|\bbson\b|lru-cache|\bajv\b|find-my-way|light-my-request|secure-json/i,
  runtime:
    /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|AggregateError|ERR_[A-Z]|ECONN|ENOENT|EPIPE|UND_ERR)|Cannot read propert|is not a function|is not iterable|Unexpected token .+ in JSON|not valid JSON|Maximum call stack/,
};

/** The internals in the text, as `kind: the words`; null: none. */
export function insideShownBy(text: string): string | null {
  if (text.includes(process.cwd())) return `path: ${process.cwd()}`;
  for (const [kind, words] of Object.entries(WORDS)) {
    const shown = words.exec(text);
    if (shown) return `${kind}: ${text.slice(Math.max(0, shown.index - 40), shown.index + shown[0].length + 40)}`;
  }
  return null;
}
