/** How large the answer of an operation may be (A2). Exports are streamed, and may have any size. */

/** In bytes, before it is compressed. */
export const MAX_ANSWER_BYTES = 3_000_000;

export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';

/** Why an answer is refused, and how to ask for less. */
export const ANSWER_TOO_LARGE_MESSAGE = `The answer would have more than ${MAX_ANSWER_BYTES} bytes. Ask for fewer days or smaller pages, or for fewer fields.`;
