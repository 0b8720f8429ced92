/**
 * Validates a booking request: turns the schema's findings into the problems that callers see, one per field, with a
 * stable code and a sentence that names the bound. Rules about two fields are checked here too, on the raw values, so
 * that they are reported together with all other problems (I5).
 */
import type { z } from 'zod';
import { isBlank } from '../../domain/text/text-characters.ts';
import { type Day, parseDay } from '../../domain/time/civil-date.ts';
import { EXPECTED_FORMS, INPUT_PROBLEM_CODES, type InputProblem, type InputProblemCode } from '../input-problem.ts';
import { reversedProblems } from '../search/search-input.ts';
import { address, type BookingInput, bookingSchema } from './booking-input.ts';

type Issue = z.core.$ZodIssue;

/**
 * The booking that `raw` (anything) describes, or all its problems in the order of the fields. `today` is the business
 * date, which a birth date may not exceed.
 */
export function parseBooking(
  raw: unknown,
  today: Day,
): { ok: true; input: BookingInput } | { ok: false; problems: readonly InputProblem[] } {
  const parsed = bookingSchema.safeParse(raw);
  const byPath = new Map<string, InputProblem>();
  const issues = parsed.error?.issues ?? [];
  const found = [...issues.map((issue) => toInputProblem(raw, issue)), ...relationProblems(raw, today)];
  for (const problem of found) if (!byPath.has(problem.path)) byPath.set(problem.path, problem);
  return parsed.success && byPath.size === 0
    ? { ok: true, input: parsed.data }
    : { ok: false, problems: [...byPath.values()] };
}

export function toInputProblem(raw: unknown, issue: Issue): InputProblem {
  const path = issue.path.join('.');
  const value = valueAt(raw, issue.path);
  if (value === undefined || value === null) return { path, code: 'REQUIRED', message: 'Is required.' };
  switch (issue.code) {
    case 'invalid_type':
      return { path, code: 'INVALID_TYPE', message: `Must be ${EXPECTED[issue.expected] ?? `a ${issue.expected}`}.` };
    // A date: neither a text nor a day.
    case 'invalid_union':
      return { path, code: 'INVALID_TYPE', message: 'Must be a string.' };
    case 'invalid_value':
      return { path, code: 'INVALID_VALUE', message: `Must be one of ${issue.values.join(', ')}.` };
    case 'too_big':
      return issue.origin === 'string'
        ? { path, code: 'TOO_LONG', message: `Must have at most ${issue.maximum} characters.` }
        : { path, code: 'OUT_OF_RANGE', message: `Must be at most ${issue.maximum}.` };
    case 'too_small':
      return { path, code: 'OUT_OF_RANGE', message: `Must be at least ${issue.minimum}.` };
    default: {
      const code = parseProblemCode(issue.message);
      return { path, code, message: SENTENCES[code] ?? 'Has a wrong value.' };
    }
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
};

const BLANK_SENTENCE = 'Must not be blank: one character at least must be visible.';

/** The schema names its checks by code; these are their sentences. */
const SENTENCES: Readonly<Partial<Record<InputProblemCode, string>>> = {
  CONTROL_CHARACTER:
    'Must not contain control characters, separators of lines or characters that change the direction of text.',
  MALFORMED: 'Must not contain half of a character (of a surrogate pair).',
  BLANK: BLANK_SENTENCE,
  NOT_AN_ID: `Must be ${EXPECTED_FORMS.NOT_AN_ID}.`,
  NOT_A_DATE: `Must be ${EXPECTED_FORMS.NOT_A_DATE}.`,
  NOT_A_COUNTRY: 'Must be the ISO 3166-1 alpha-3 code of a country, for example CZE.',
  NOT_AN_EMAIL: 'Must be an e-mail address.',
  INVALID_VALUE: 'Must be 1 to 255 visible ASCII characters.',
};

function parseProblemCode(message: string): InputProblemCode {
  return INPUT_PROBLEM_CODES.find((code) => code === message) ?? 'INVALID_VALUE';
}

/** Departure after arrival (I5), an address for binding bookings (B2), births in the past (B4). */
function relationProblems(raw: unknown, today: Day): InputProblem[] {
  const problems = reversedProblems({
    from: dayAt(raw, ['arrival']),
    to: dayAt(raw, ['departure']),
    path: 'departure',
    mayBeEqual: false,
  });
  if (valueAt(raw, ['kind']) === 'BINDING' && isObject(valueAt(raw, ['billedTo']))) {
    problems.push(...incompleteAddressProblems(raw));
  }
  const guests = valueAt(raw, ['guests']);
  if (Array.isArray(guests)) {
    for (const index of guests.keys()) {
      const path = ['guests', index, 'birthDate'];
      const message = 'Must not be in the future.';
      if ((dayAt(raw, path) ?? today) > today) problems.push({ path: path.join('.'), code: 'IN_THE_FUTURE', message });
    }
  }
  return problems;
}

/** A binding booking needs the whole address; a request may give any part (B2). */
function incompleteAddressProblems(raw: unknown): InputProblem[] {
  const at = ['billedTo', 'address'];
  const required = (path: readonly string[]): InputProblem => {
    return { path: path.join('.'), code: 'REQUIRED', message: 'Is required for a binding booking.' };
  };
  if (valueAt(raw, at) == null) return [required(at)];
  if (!isObject(valueAt(raw, at))) return [];
  return Object.keys(address.shape).flatMap((part): InputProblem[] => {
    const path = [...at, part];
    const value = valueAt(raw, path);
    if (value === undefined || value === null) return [required(path)];
    const isEmpty = typeof value === 'string' && isBlank(value);
    return isEmpty ? [{ path: path.join('.'), code: 'BLANK', message: BLANK_SENTENCE }] : [];
  });
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value: unknown, key) => (isObject(value) ? value[key] : undefined), raw);
}

function dayAt(raw: unknown, path: readonly PropertyKey[]): Day | null {
  const sent = valueAt(raw, path);
  if (typeof sent === 'number') return sent;
  return typeof sent === 'string' ? parseDay(sent) : null;
}
