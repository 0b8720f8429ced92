/** The enumeration of codes, those of refusals and of input problems (F7). */
import { INPUT_CODES } from '../../../domain/problem/input-reasons.ts';
import { codesOfKind, type ProblemCode, REFUSAL_KINDS } from '../../../domain/problem/refusal.ts';
import { builder } from '../builder.ts';
import { described } from '../enums.ts';

const MEANINGS = new Map<ProblemCode, string>();
for (const { code, description } of REFUSAL_KINDS.flatMap(codesOfKind)) MEANINGS.set(code, description);
for (const [code, meaning] of Object.entries(INPUT_CODES) as [ProblemCode, string][]) {
  const other = MEANINGS.get(code);
  // A code may be one of a refusal and of an input.
  MEANINGS.set(
    code,
    other === undefined ? meaning : `${other} Of an input: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`,
  );
}

export const ProblemCodeEnum = builder.enumType('ProblemCode', {
  description:
    'A stable code of a problem, for programs. More may come: have a branch for codes that you do not know, and show `message`.',
  values: described(Object.fromEntries(MEANINGS) as Record<ProblemCode, string>),
});
