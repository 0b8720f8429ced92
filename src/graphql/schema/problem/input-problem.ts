/** What is wrong with an input, as types: each problem with its facts (F7). */
import { type Facts, nullable } from '../../../domain/problem/fact.ts';
import type { InputProblem as ProblemOfInput } from '../../../domain/problem/input-problem.ts';
import { INPUT_REASONS, type InputReason } from '../../../domain/problem/input-reasons.ts';
import type { Locale } from '../../../domain/text/locale.ts';
import { wordInputProblem, wordProblem } from '../../../wording/word-problem.ts';
import { builder } from '../builder.ts';
import { described } from '../enums.ts';
import { factFields, factsOfError } from './fact-fields.ts';
import { ProblemCodeEnum } from './problem-codes.ts';

/** `requiredToBind` as the schema spells it: `REQUIRED_TO_BIND`. */
function nameOfReason(reason: InputReason): string {
  return reason.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
}

const REASONS = Object.entries(INPUT_REASONS) as [
  InputReason,
  { readonly description: string; readonly facts: Facts },
][];

const InputProblemReasonEnum = builder.enumType('InputProblemReason', {
  description:
    'What exactly is wrong with an input, by the facts that say more. Errors have it as `reason` in `extensions.problems`, beside the facts. More may come.',
  values: described<string>(
    Object.fromEntries(REASONS.map(([reason, { description }]) => [nameOfReason(reason), description])),
  ),
});

/** The facts of all reasons. */
const FACTS: Facts = Object.fromEntries(
  REASONS.flatMap(([, { facts }]) => Object.entries(facts).map(([name, fact]) => [name, nullable(fact)])),
);

export const InputProblem = builder.objectRef<ProblemOfInput>('InputProblem').implement({
  description: 'One thing that is wrong with the input. Facts that its reason does not name are null.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where, as a dotted path into the input: `billedTo.email`, `guests.0.firstName`, `changes.2`.',
    }),
    code: t.expose('code', { type: ProblemCodeEnum, description: 'A stable code for programs.' }),
    reason: t.field({
      type: InputProblemReasonEnum,
      description: 'What exactly is wrong; several reasons may have one code.',
      resolve: ({ reason }) => nameOfReason(reason),
    }),
    message: t.string({
      description: 'A sentence for people in the language of `Problem.message`. It does not name the field.',
      resolve: (problem, _, { messages }) => wordInputProblem(problem, messages),
    }),
    ...factFields(t, FACTS, ({ facts }) => facts),
  }),
});

/** A problem as an error has it, in `extensions.problems`: what its type shows, without facts that are null. */
export function problemOfError(problem: ProblemOfInput, locale: Locale | null): object {
  const { reason, facts } = problem;
  return {
    ...wordProblem(problem, locale),
    reason: nameOfReason(reason),
    ...factsOfError(facts, INPUT_REASONS[reason].facts),
  };
}
