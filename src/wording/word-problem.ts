// biome-ignore-all lint/style/noNonNullAssertion: types derived from the declared problems demand these texts and their placeholders.
/**
 * Puts problems into words (F7): the only place where facts become sentences. Without a locale the words are plain English, with
 * dates and codes as fields have them: for callers who name no language, for REST and for the command line.
 */
import type { Facts } from '../domain/problem/fact.ts';
import type { InputProblem, WordedProblem } from '../domain/problem/input-problem.ts';
import { INPUT_REASONS } from '../domain/problem/input-reasons.ts';
import type { Refusal } from '../domain/problem/refusal.ts';
import { REFUSALS } from '../domain/problem/refusals.ts';
import type { Locale } from '../domain/text/locale.ts';
import { unionOf } from '../domain/time/day-ranges.ts';
import { derivedValues } from './derived-values.ts';
import { factValues } from './fact-values.ts';
import type { OwedTexts } from './owed-texts.ts';
import { PLAIN_SPEECH, SPEECH, type Speech } from './speech.ts';
import { PLACEHOLDERS, texts } from './texts/generated/texts.ts';

const TEXTS: Readonly<Record<Locale | 'plain', OwedTexts>> = texts;

type Text = string | ((values: object) => string);

/** A sentence about the field at the path, which it does not name. */
export function wordInputProblem({ reason, facts }: InputProblem, locale: Locale | null): string {
  const text = textsIn(locale).inputs[reason] as Text;
  if (typeof text === 'string') return text;
  const declared: Facts = INPUT_REASONS[reason].facts;
  const kinds = PLACEHOLDERS[`inputs.${reason}`]!;
  return text(factValues(facts, { declared, kinds, say: speechOf(locale) }));
}

/** Problems that the sentence about an input names; a field has all that there is room for (A2). */
const PROBLEMS_NAMED = 10;

/** What a refusal says, in one sentence or more. */
export function wordRefusal(refusal: Refusal, locale: Locale | null): string {
  // A path says something to programmers only, and no guest's sentence has one.
  if (refusal.kind === 'invalidInput') return sayProblems(refusal.problems, locale, { withPaths: locale === null });
  const said = sayRefusal(refusal, locale);
  return 'lengths' in refusal ? said + sayLengths(refusal.lengths, textsIn(locale)) : said;
}

function sayRefusal(refusal: Refusal, locale: Locale | null): string {
  const { kind } = refusal;
  const code = 'code' in refusal ? refusal.code : null;
  const choice = kind === 'tooManyRequests' ? refusal.limit : code;
  const all = textsIn(locale);
  const ofKind = all.refusals[kind] as Text | Readonly<Record<string, Text>>;
  const text = typeof ofKind === 'object' ? ofKind[choice!]! : ofKind;
  if (typeof text === 'string') return text;
  const { facts, codes = {} } = REFUSALS[kind] as { facts: Facts; codes?: Record<string, { facts?: Facts }> };
  const declared = { ...facts, ...(code === null ? {} : codes[code]?.facts) };
  const kinds = PLACEHOLDERS[['refusals', kind, ...(typeof ofKind === 'object' ? [choice] : [])].join('.')]!;
  const say = speechOf(locale);
  return text({ ...factValues(refusal, { declared, kinds, say }), ...derivedValues(refusal, { texts: all, say }) });
}

/** What an error says. It is for programmers, so it names the paths in any language. */
export function wordInputError(problems: readonly InputProblem[], locale: Locale | null): string {
  return sayProblems(problems, locale, { withPaths: true });
}

function sayProblems(
  problems: readonly InputProblem[],
  locale: Locale | null,
  { withPaths }: { withPaths: boolean },
): string {
  const { moreProblems, refusals } = textsIn(locale);
  const named = problems.slice(0, PROBLEMS_NAMED);
  const found = named.map((problem) => {
    const sentence = wordInputProblem(problem, locale);
    return withPaths ? `${problem.path}: ${sentence}` : sentence;
  });
  if (named.length < problems.length) found.push(moreProblems);
  return [refusals.invalidInput, ...new Set(found)].join(' ');
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

function textsIn(locale: Locale | null): OwedTexts {
  return TEXTS[locale ?? 'plain'];
}

function speechOf(locale: Locale | null): Speech {
  return locale === null ? PLAIN_SPEECH : SPEECH[locale];
}

/** How many lengths, or ranges of them, a message names; a field has all. */
const LENGTHS_NAMED = 5;

/** A sentence that names the shortest stays that can be had instead; nothing if there are none. */
function sayLengths(lengths: readonly number[], { otherLengths }: OwedTexts): string {
  const ranges = unionOf(lengths.map((nights) => ({ from: nights, to: nights })));
  const named = ranges.slice(0, LENGTHS_NAMED).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  if (ranges.length > LENGTHS_NAMED) named.push('…');
  return named.length === 0 ? '' : ` ${otherLengths({ nights: named.join(', ') })}`;
}
