/**
 * How bookings are found by what somebody says on the phone (M9): beginnings of the words of names, the beginning of the e-mail address, any
 * three or more characters of the reference, beginning or end of the phone number. Every word that is said must be found, whatever
 * their order, case and accents. A booking is stored with its terms; each alternative of a word is a list of beginnings of terms. A mark
 * tells what a term is part of, so that the digits of a phone are not taken for those of a reference.
 */
import { comparableEmail } from '../text/email-address.ts';
import { foldedWords, foldText } from '../text/text-search.ts';
import { parseReferencePart, REFERENCE_PART_MIN } from './reference.ts';

/** What a booking is found by. Once its guest data is erased, only the reference. */
export interface FoundBy {
  /** In the stored form. */
  readonly reference: string;
  readonly contact: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string | null;
  };
  readonly guests: readonly { readonly firstName: string; readonly lastName: string }[];
}

/** Longest text that is searched for. */
export const SEARCHED_TEXT_MAX = 100;
/** Words of it. Each of them is looked up by itself, and a single letter begins many names. */
export const SEARCHED_WORDS_MAX = 8;
/** Digits of a phone number that say something. */
const PHONE_DIGITS_MIN = 3;
/** A country's code may be left out. */
const COUNTRY_CODE_DIGITS_MAX = 3;

const MARKS = { reference: '#', email: '@', phone: '+', phoneReversed: '-' } as const;

/** A zero in parentheses is dialled by those alone who leave the code of the country out: +421 (0)905. */
const digitsOf = (text: string): string => text.replaceAll(/\(0\)|\D/g, '');
/** Digits without the zeros before them, which may be left out. */
const dialledOf = (digits: string): string => digits.replace(/^0+/, '');
const reversed = (text: string): string => [...text].reverse().join('');

/** The terms of a booking, each once. */
export function searchTerms({ reference, contact, guests }: FoundBy): string[] {
  const names = [contact, ...guests].flatMap(({ firstName, lastName }) => [
    ...foldedWords(firstName),
    ...foldedWords(lastName),
  ]);
  const parts = Array.from({ length: reference.length - REFERENCE_PART_MIN + 1 }, (_, start) => reference.slice(start));
  const phone = digitsOf(contact.phone ?? '');
  const numbers = Array.from({ length: COUNTRY_CODE_DIGITS_MAX + 1 }, (_, start) =>
    dialledOf(phone.replace(/^00/, '').slice(start)),
  );
  return [
    ...new Set([
      ...names,
      ...parts.map((part) => MARKS.reference + part),
      ...(contact.email === '' ? [] : [MARKS.email + foldText(contact.email)]),
      ...numbers.filter((digits) => digits.length >= PHONE_DIGITS_MIN).map((digits) => MARKS.phone + digits),
      ...(phone.length < PHONE_DIGITS_MIN ? [] : [MARKS.phoneReversed + reversed(phone)]),
    ]),
  ];
}

/** Control characters say nothing, and no term has them. */
const BETWEEN_WORDS = /[\s\p{Cc}]+/u;

/** One thing that a word may mean: the booking has a term beginning with each of these. */
export type Alternative = readonly string[];

/** The words of a text, each with what it may mean. None: the text has neither letters nor digits. */
export function searchedWords(text: string): readonly (readonly Alternative[])[] {
  return [...new Set(joinDigits(text.split(BETWEEN_WORDS).filter(Boolean)))]
    .map(alternativesOf)
    .filter((alternatives) => alternatives.length > 0);
}

/** Digits in a row are one number, however it is grouped. */
function joinDigits(spoken: readonly string[]): string[] {
  const joined: string[] = [];
  let wasNumber = false;
  for (const word of spoken) {
    const continues = isNumber(word);
    if (continues && wasNumber) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    wasNumber = continues;
  }
  return joined;
}

const isNumber = (word: string): boolean => /^[+\d()/.-]+$/.test(word) && /\d/.test(word);

function alternativesOf(word: string): Alternative[] {
  const named = foldedWords(word);
  if (named.length === 0) return [];
  const part = parseReferencePart(word);
  const digits = isNumber(word) ? digitsOf(word) : '';
  const dialled = dialledOf(digits);
  return [
    named,
    [MARKS.email + foldText(comparableEmail(word))],
    ...(part === null ? [] : [[MARKS.reference + part]]),
    ...(dialled.length < PHONE_DIGITS_MIN ? [] : [[MARKS.phone + dialled]]),
    ...(digits.length < PHONE_DIGITS_MIN ? [] : [[MARKS.phoneReversed + reversed(digits)]]),
  ];
}
