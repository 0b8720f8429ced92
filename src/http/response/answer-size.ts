/** How large the answer of an operation may be (A2). Exports are streamed, and may have any size. */

/** In bytes, before it is compressed. */
export const MAX_ANSWER_BYTES = 3_000_000;

export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';

/** Why an answer of more than so many bytes is refused, and how to ask for less. */
export function answerTooLarge(mostBytes: number, less = 'fewer days or smaller pages'): string {
  return `The answer would have more than ${mostBytes} bytes. Ask for ${less}.`;
}

/** The same of GraphQL, where fields are chosen. */
export const ANSWER_TOO_LARGE_MESSAGE = answerTooLarge(
  MAX_ANSWER_BYTES,
  'fewer days or smaller pages, or for fewer fields',
);
