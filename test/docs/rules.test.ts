/**
 * The rule book: every cited rule is in it, all code that it names cites it back, and its example tables are what the
 * rules answer.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calendarWindow } from '../../src/domain/calendar/calendar-window.ts';
import { majorOf } from '../../src/domain/pricing/money.ts';
import { quoteStay } from '../../src/domain/pricing/quote.ts';
import { buildRateBook } from '../../src/domain/pricing/rate-book.ts';
import { languagesOf } from '../../src/domain/text/locale.ts';
import { formatDay, parseDay } from '../../src/domain/time/civil-date.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BOOK = 'docs/rules.md';

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => name.test(file) && !file.includes('/generated/'));

interface Rule {
  readonly code: string;
  readonly text: string;
  readonly holders: readonly string[];
  readonly tests: readonly string[];
}

const pathsIn = (text: string, label: string): string[] => {
  const [, line = ''] = new RegExp(`^- ${label}: (.+)$`, 'm').exec(text) ?? [];
  return [...line.matchAll(/\[`([^`]+)`\]/g)].map(([, path]) => path!);
};

const RULES: readonly Rule[] = read(BOOK)
  .split(/^#{2,3} /m)
  .flatMap((text) => {
    const [, code] = /^([A-Z]\d+[a-z]?)\. /.exec(text) ?? [];
    return code ? [{ code, text, holders: pathsIn(text, 'Code'), tests: pathsIn(text, 'Tests') }] : [];
  });
const CODES = RULES.map(({ code }) => code);

/** Not the hour of a timestamp, which is followed by minutes. */
const CITED = /(?<!\w)([TILPCKBVUSFAMYX][1-9]\d?[a-z]?)(?: to ([TILPCKBVUSFAMYX][1-9]\d?[a-z]?))?(?!\w|:\d)/g;

/** The rule codes that a text cites, including those within ranges. */
function citedIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(CITED)].flatMap(([, first, last]) => {
      if (last === undefined) return [first!];
      const [start, end] = [CODES.indexOf(first!), CODES.indexOf(last)];
      return start < 0 || end < start ? [first!, last] : CODES.slice(start, end + 1);
    }),
  );
}

const commentsIn = (path: string): string => (read(path).match(/\/\*[\s\S]*?\*\/|\/\/.*/g) ?? []).join('\n');

test('a citation is a code, alone or as the end of a range, not something similar', () => {
  const text = 'what is priced (P6, K1 to K3), V4a; not 2027-01-01T12:00, T12:00Z, C0 or XP2';
  expect([...citedIn(text)]).toEqual(['P6', 'K1', 'K2', 'K3', 'V4a']);
});

describe('the rule book', () => {
  test('gives each rule one code, grouped by letter and in order', () => {
    const codes = RULES.map(({ code }) => /^([A-Z])(\d+)([a-z]?)$/.exec(code)!.slice(1));
    const misplaced = codes.filter(([letter, number, part], index) => {
      const [letterBefore, numberBefore, partBefore = ''] = codes[index - 1] ?? [];
      if (letter !== letterBefore) return part !== '' || codes.findIndex(([one]) => one === letter) < index;
      return Number(number) === Number(numberBefore)
        ? part !== String.fromCharCode((partBefore || '`').charCodeAt(0) + 1)
        : Number(number) !== Number(numberBefore) + 1 || part !== '';
    });
    expect(misplaced).toEqual([]);
    expect(CODES.length).toBeGreaterThan(0);
  });

  test('has every rule that code, tests, schemas and documents cite', () => {
    const citing = [
      ...filesIn('src', /\.(ts|tsx|mjs|md|graphql)$/),
      ...filesIn('test', /\.ts$/),
      ...readdirSync(`${ROOT}docs`).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
      'README.md',
      'schema.graphql',
      'prisma/schema.prisma',
      'prisma/catalogue.schema.json',
    ];
    const unknown = citing.flatMap((file) =>
      [...citedIn(read(file))].filter((code) => !CODES.includes(code)).map((code) => `${file} cites ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  test('names for every rule the code that holds it, which cites it in a comment', () => {
    const silent = RULES.flatMap(({ code, holders }) =>
      holders.length === 0
        ? [`${code} names no code`]
        : holders.filter((file) => !citedIn(commentsIn(file)).has(code)).map((file) => `${file} does not cite ${code}`),
    );
    expect(silent).toEqual([]);
  });

  test('names for every rule a test that is run', () => {
    const unproved = RULES.filter(
      ({ tests }) => tests.length === 0 || tests.some((file) => !/^test\/.*\.test\.ts$/.test(file)),
    );
    expect(unproved.map(({ code }) => code)).toEqual([]);
  });

  test('links to nothing that is not there', () => {
    const headings = [...read(BOOK).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...read(BOOK).matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    const dead = links.filter(([, label, target]) =>
      target!.startsWith('#')
        ? !headings.includes(target!.slice(1))
        : !existsSync(`${ROOT}docs/${target}`) ||
          (label!.startsWith('`') && `\`${target!.replace('../', '')}\`` !== label),
    );
    expect(dead.map(([link]) => link)).toEqual([]);
    expect(links.length).toBeGreaterThan(RULES.length);
  });
});

/** The rows of the example table of a rule, without the quotes around code. */
function exampleOf(code: string): string[][] {
  const lines = RULES.find((rule) => rule.code === code)!.text.split('\n');
  const head = lines.findIndex((line) => line.startsWith('|') && line.includes('*example*'));
  if (head < 0) throw new Error(`${code} has no example`);
  const rows = lines.slice(head + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

describe('an example of the rule book is what the rules answer:', () => {
  const day = (text: string) => parseDay(text)!;

  test.each(exampleOf('L1'))('Accept-Language %s includes %s', (header, included) => {
    expect(languagesOf(header === 'none' ? undefined : header).included.join(', ')).toBe(included);
  });

  test.each(exampleOf('K6'))('a calendar asked for %s shows %s', (asked, shown) => {
    const end = (word: string) => new RegExp(`${word} (\\S+)`).exec(asked!)?.[1];
    const [from, to] = [end('from'), end('to')];
    const window = calendarWindow({
      dateFrom: from ? day(from) : null,
      dateTo: to ? day(to) : null,
      today: day('2026-11-22'),
    });
    const answer =
      typeof window === 'object' && 'from' in window ? `${formatDay(window.from)} to ${formatDay(window.to)}` : null;
    expect(answer ?? (window === 'EMPTY' ? 'no days' : '400')).toBe(shown);
  });

  test('the lines of a quote (L4)', () => {
    const room = { number: 1, hotelNumber: 1, beds: 2 };
    const rates = [{ roomTypeNumber: 1, from: day('2027-02-01'), to: day('2027-02-28'), amountMinor: 125_055 }];
    const promotion = { channels: ['public'], hotelNumbers: null };
    const quote = quoteStay({
      book: buildRateBook({
        priceLists: [{ number: 1, kind: 'PER_NIGHT', nights: null, quotedPer: 'PERSON', currency: 'CZK', rates }],
        roomTypes: [room],
        today: day('2026-11-22'),
      }),
      room,
      currency: 'CZK',
      stay: { arrival: day('2027-02-01'), departure: day('2027-02-04') },
      promotions: [
        { ...promotion, number: 1, basisPoints: 1_000, validFrom: day('2027-01-01'), validTo: day('2027-02-03') },
        { ...promotion, number: 2, basisPoints: 1_500, validFrom: day('2027-02-02'), validTo: null },
      ],
      loyalty: [{ guest: 1, programNumber: 1, basisPoints: 500 }],
    });
    if ('firstUnpricedNight' in quote) throw new Error('the example has no price');
    const lines = [
      quote.baseMinor,
      ...[...quote.promotions, ...quote.discounts].map(({ amountMinor }) => amountMinor),
      quote.amountMinor,
    ];
    const amounts = lines.map((minor) => majorOf(minor).toLocaleString('en', { minimumFractionDigits: 2 }));
    expect(amounts).toEqual(exampleOf('L4').map((row) => row.at(-1)));
  });
});
