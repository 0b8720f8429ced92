/**
 * Finds where a file stops being JSON in UTF-8: line, column, what was expected and what is there. The fast parser that reads
 * catalogues reports none of this, so a file that it refuses is read again by this strict one. It works on chunks of bytes in
 * linear time, and remembers only what is open.
 */

export interface JsonFault {
  /** From 1; a line ends with a line feed. */
  line: number;
  /** In characters, from 1. */
  column: number;
  kind: 'SYNTAX' | 'ENCODING' | 'END';
  /** `expected a value, found ","`: quotes at most one character of the text. */
  message: string;
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end';

const DESCRIPTIONS: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  name: 'a field name in quotation marks',
  'name or }': 'a field name in quotation marks or "}"',
  colon: '":"',
  'comma or ]': '"," or "]"',
  'comma or }': '"," or "}"',
  end: 'the end of the file',
};

const byte = (character: string): number => character.charCodeAt(0);
const [TAB, LINE_FEED, RETURN, SPACE] = [byte('\t'), byte('\n'), byte('\r'), byte(' ')];
export const [QUOTE, BACKSLASH, COMMA, COLON] = [byte('"'), byte('\\'), byte(','), byte(':')];
export const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [byte('{'), byte('}'), byte('['), byte(']')];
const LITERALS: ReadonlyMap<number, string> = new Map(['true', 'false', 'null'].map((word) => [byte(word), word]));
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const isDigit = (code: number): boolean => code >= byte('0') && code <= byte('9');
const isHexadecimal = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);

/** The last byte within a number. */
type NumberState = 'sign' | 'zero' | 'whole' | 'point' | 'fraction' | 'e' | 'exponent sign' | 'exponent';

/** The states in which a number may end. */
const COMPLETE: ReadonlySet<NumberState> = new Set(['zero', 'whole', 'fraction', 'exponent']);

/** The state after one more byte; null: the byte is not part of the number. */
function nextNumberState(state: NumberState, code: number): NumberState | null {
  if (isDigit(code)) {
    if (state === 'sign') return code === byte('0') ? 'zero' : 'whole';
    if (state === 'zero') return null;
    if (state === 'point') return 'fraction';
    return state === 'e' || state === 'exponent sign' ? 'exponent' : state;
  }
  if (code === byte('.')) return state === 'zero' || state === 'whole' ? 'point' : null;
  if ((code | 32) === byte('e')) return COMPLETE.has(state) && state !== 'exponent' ? 'e' : null;
  return state === 'e' && (code === byte('+') || code === byte('-')) ? 'exponent sign' : null;
}

/** The bytes that may follow the first byte of a character: their number and the bounds of the first; null: invalid. */
function continuationBytes(lead: number): { left: number; least: number; most: number } | null {
  if (lead < 0xc2 || lead > 0xf4) return null;
  const left = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return { left, least, most };
}

/** A scanner that takes a text in chunks and stops at the first fault. */
export function createJsonScanner() {
  let expected: Expected = 'value';
  /** The closing bytes of open brackets. */
  const open: number[] = [];
  let inString: 'value' | 'name' | null = null;
  /** Inside an escape: 0 after the backslash, then the number of hexadecimal digits to come; -1: no escape. */
  let escaping = -1;
  let continuation: { left: number; least: number; most: number } | null = null;
  let number: NumberState | null = null;
  let literal = '';
  let marks: number | null = 0;
  let [line, column] = [1, 1];
  let fault: JsonFault | null = null;

  function fail(kind: JsonFault['kind'], message: string): void {
    fault = { line, column, kind, message };
  }

  function unexpected(what: string, code: number): void {
    fail('SYNTAX', `expected ${what}, found ${code < 0x80 ? describeByte(code) : 'a character that is not ASCII'}`);
  }

  function afterValue(): void {
    const closing = open.at(-1);
    expected = closing === undefined ? 'end' : closing === CLOSE_LIST ? 'comma or ]' : 'comma or }';
  }

  function take(code: number): void {
    if (continuation) takeContinuation(code, continuation);
    else if (inString) takeInString(code);
    else if (literal !== '') takeLiteral(code);
    else takeToken(code);
  }

  function takeContinuation(code: number, { left, least, most }: { left: number; least: number; most: number }): void {
    if (code < least || code > most) fail('ENCODING', `${describeByte(code)} cannot stand inside a character`);
    else continuation = left > 1 ? { left: left - 1, least: 0x80, most: 0xbf } : null;
  }

  function takeInString(code: number): void {
    if (escaping === 0) {
      if (code === byte('u')) escaping = 4;
      else if ('"\\/bfnrt'.includes(String.fromCharCode(code))) escaping = -1;
      else unexpected('one of "\\/bfnrtu after a backslash', code);
    } else if (escaping > 0) {
      if (!isHexadecimal(code)) unexpected('four hexadecimal digits after \\u', code);
      else escaping = escaping === 1 ? -1 : escaping - 1;
    } else if (code === BACKSLASH) escaping = 0;
    else if (code === QUOTE) {
      if (inString === 'name') expected = 'colon';
      else afterValue();
      inString = null;
    } else if (code < SPACE) fail('SYNTAX', `${describeByte(code)} must be written as an escape inside a text`);
    else if (code >= 0x80) takeLead(code);
  }

  function takeLead(code: number): void {
    continuation = continuationBytes(code);
    if (!continuation) fail('ENCODING', `${describeByte(code)} cannot begin a character`);
  }

  function takeLiteral(code: number): void {
    if (code !== byte(literal)) unexpected('true, false or null', code);
    else literal = literal.slice(1);
    if (literal === '') afterValue();
  }

  function takeToken(code: number): void {
    if (number) {
      const next = nextNumberState(number, code);
      if (next) {
        number = next;
        return;
      }
      if (!COMPLETE.has(number)) {
        unexpected('a digit', code);
        return;
      }
      number = null;
      afterValue();
    }
    if (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB) return;
    if (code === QUOTE && (isValue() || expected === 'name' || expected === 'name or }')) {
      inString = isValue() ? 'value' : 'name';
    } else if (isValue() && (code === OPEN_OBJECT || code === OPEN_LIST)) {
      open.push(code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST);
      expected = code === OPEN_OBJECT ? 'name or }' : 'value or ]';
    } else if (isValue() && (isDigit(code) || code === byte('-'))) {
      number = code === byte('-') ? 'sign' : code === byte('0') ? 'zero' : 'whole';
    } else if (isValue() && LITERALS.has(code)) literal = LITERALS.get(code)?.slice(1) ?? '';
    else if (expected === 'colon' && code === COLON) expected = 'value';
    else if (code === COMMA && expected === 'comma or ]') expected = 'value';
    else if (code === COMMA && expected === 'comma or }') expected = 'name';
    else if (code === open.at(-1) && expected.endsWith(String.fromCharCode(code))) {
      open.pop();
      afterValue();
    } else if (code >= 0x80 && !continuationBytes(code)) takeLead(code);
    else unexpected(DESCRIPTIONS[expected], code);
  }

  function isValue(): boolean {
    return expected === 'value' || expected === 'value or ]';
  }

  return {
    /** Takes the next bytes; null: no fault so far. */
    take(bytes: Uint8Array): JsonFault | null {
      for (const code of bytes) {
        if (marks !== null && code === BYTE_ORDER_MARK[marks]) {
          marks += 1;
          continue;
        }
        marks = null;
        take(code);
        if (fault) return fault;
        if (code === LINE_FEED) [line, column] = [line + 1, 1];
        // Continuation bytes take no column.
        else if (!continuation) column += 1;
      }
      return null;
    },
    /** Ends the text; null: it is JSON. */
    end(): JsonFault | null {
      const isOpen =
        inString !== null || literal !== '' || open.length > 0 || (number !== null && !COMPLETE.has(number));
      if (isOpen || (number === null && expected !== 'end')) fail('END', 'the text ends before its JSON does');
      return fault;
    },
  };
}

/** A byte in messages: the character if it is printable, else its number. */
function describeByte(code: number): string {
  if (code === LINE_FEED || code === RETURN) return 'the end of a line';
  if (code === TAB) return 'a tab';
  if (code > SPACE && code < 0x7f) return code === QUOTE ? `'"'` : `"${String.fromCharCode(code)}"`;
  if (code === SPACE) return 'a space';
  return `the byte 0x${code.toString(16).toUpperCase().padStart(2, '0')}`;
}
