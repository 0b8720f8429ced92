/**
 * Puts problems into words (F7): the only place where facts become sentences. Without a locale the words are plain English, with
 * dates and codes as fields have them: for callers who name no language, for REST and for the command line.
 */

import type { FactsOf, InputProblem, WordedProblem } from '../domain/problem/input-problem.ts';
import type { InputReason } from '../domain/problem/input-reasons.ts';
import { codeOf, type Refusal } from '../domain/problem/refusal.ts';
import type { Locale } from '../domain/text/locale.ts';
import { unionOf } from '../domain/time/day-ranges.ts';
import { cs as csInputs } from './inputs/cs.ts';
import { de as deInputs } from './inputs/de.ts';
import { en as enInputs } from './inputs/en.ts';
import { plain as plainInputs } from './inputs/plain.ts';
import { ru as ruInputs } from './inputs/ru.ts';
import { cs } from './outcomes/cs.ts';
import { de } from './outcomes/de.ts';
import { en } from './outcomes/en.ts';
import { plain } from './outcomes/plain.ts';
import { ru } from './outcomes/ru.ts';
import { PLAIN_SPEECH, SPEECH, type Speech } from './speech.ts';
import type { Missing, OutcomeTexts, Text, Texts } from './texts.ts';

const TEXTS: Readonly<Record<Locale, Texts>> = {
  cs_CZ: { inputs: csInputs, outcomes: cs },
  de: { inputs: deInputs, outcomes: de },
  en: { inputs: enInputs, outcomes: en },
  ru: { inputs: ruInputs, outcomes: ru },
};
const PLAIN: Texts = { inputs: plainInputs, outcomes: plain };

/** A sentence about the field at the path, which it does not name. */
export function wordInputProblem(problem: InputProblem, locale: Locale | null): string {
  const { inputs } = textsIn(locale);
  const text = inputs[problem.reason] as (facts: FactsOf<InputReason>, say: Speech) => string;
  return text(problem.facts, speechOf(locale));
}

/** Problems that the sentence about an input names; a field has all that there is room for (A2). */
const PROBLEMS_NAMED = 10;

/** What a refusal says, in one sentence or more. */
export function wordRefusal(refusal: Refusal, locale: Locale | null): string {
  const { outcomes } = textsIn(locale);
  const say = speechOf(locale);
  switch (refusal.kind) {
    case 'invalidInput':
      // A path says something to programmers only, and no guest's sentence has one.
      return sayProblems(refusal.problems, locale, { withPaths: locale === null });
    case 'notFound':
      return outcomes.notFound(toMissing(refusal), say);
    case 'tooManyRequests':
      return outcomes.tooManyRequests[refusal.limit](refusal, say);
    case 'notCancellable':
    case 'notConfirmable':
    case 'notDeclinable':
      return outcomes.cannot[refusal.kind](outcomes.found[refusal.code]);
    default: {
      const texts = outcomes[refusal.kind] as Text<Refusal> | Readonly<Record<string, Text<Refusal>>>;
      const text = typeof texts === 'object' ? texts[codeOf(refusal)]! : texts;
      const said = typeof text === 'string' ? text : text(refusal, say);
      return 'lengths' in refusal ? said + sayLengths(refusal.lengths, outcomes) : said;
    }
  }
}

/** The same of an error, which is for programmers: with the paths, in any language. */
export function wordInputError(problems: readonly InputProblem[], locale: Locale | null): string {
  return sayProblems(problems, locale, { withPaths: true });
}

function sayProblems(
  problems: readonly InputProblem[],
  locale: Locale | null,
  { withPaths }: { withPaths: boolean },
): string {
  const { outcomes } = textsIn(locale);
  const named = problems.slice(0, PROBLEMS_NAMED);
  const found = named.map((problem) => {
    const sentence = wordInputProblem(problem, locale);
    return withPaths ? `${problem.path}: ${sentence}` : sentence;
  });
  if (named.length < problems.length) found.push(outcomes.moreProblems);
  return [outcomes.invalidInput, ...new Set(found)].join(' ');
}

/** A problem of the input in words. */
export function wordProblem(problem: InputProblem, locale: Locale | null): WordedProblem {
  const { path, code } = problem;
  return { path, code, message: wordInputProblem(problem, locale) };
}

/** A problem of the input as REST shows it. */
export function inPlainEnglish(problem: InputProblem): WordedProblem {
  return wordProblem(problem, null);
}

function textsIn(locale: Locale | null): Texts {
  return locale === null ? PLAIN : TEXTS[locale];
}

function speechOf(locale: Locale | null): Speech {
  return locale === null ? PLAIN_SPEECH : SPEECH[locale];
}

/** How many lengths, or ranges of them, a message names; a field has all. */
const LENGTHS_NAMED = 5;

/** A sentence that names the shortest stays that can be had instead; nothing if there are none. */
function sayLengths(lengths: readonly number[], { otherLengths }: OutcomeTexts): string {
  const ranges = unionOf(lengths.map((nights) => ({ from: nights, to: nights })));
  const named = ranges.slice(0, LENGTHS_NAMED).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  if (ranges.length > LENGTHS_NAMED) named.push('…');
  return named.length === 0 ? '' : ` ${otherLengths(named.join(', '))}`;
}

/** The length of an ObjectId. Anything longer is not worth repeating. */
const MAX_REFERENCE_LENGTH = 24;

/** The id of a booking is never repeated: it might be one of somebody else's. */
function toMissing({ subject, id }: Refusal<'notFound'>): Missing {
  return { subject, id: subject === 'booking' || id.length > MAX_REFERENCE_LENGTH ? null : id };
}
