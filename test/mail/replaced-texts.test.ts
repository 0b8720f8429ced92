import { describe, expect, test } from 'vitest';
import { renderMail } from '../../src/mail/render-mail.ts';
import { TEXTS } from '../../src/mail/texts/index.ts';
import { replaceTexts } from '../../src/mail/texts/replaced-texts.ts';
import { AT, bookingMail, STATIONERY } from '../support/mail/booking-mail.ts';

const file = (name: string, content: unknown) => ({
  name,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});

describe('texts of an operator (S17)', () => {
  test('replace ours key by key, in their language alone', () => {
    const { texts, problems } = replaceTexts([
      file('en.json', {
        'customer.confirmed.title': 'See you, {customer}, on {arrival}',
        footer: 'Spa Co., Mariánské Lázně',
      }),
    ]);
    expect(problems).toEqual([]);
    expect(texts.de).toEqual(TEXTS.de);
    const { html, text } = renderMail(bookingMail(), { ...STATIONERY, texts }, AT);
    expect(html).toContain('See you, Jana Nováková, on Monday');
    expect(text).toContain('Spa Co., Mariánské Lázně');
    expect(text).toContain(TEXTS.en['customer.confirmed.text']);
  });

  test('are shown as text, markup and all', () => {
    const { texts } = replaceTexts([file('en.json', { footer: '<b onclick="x">bold</b>' })]);
    expect(renderMail(bookingMail(), { ...STATIONERY, texts }, AT).html).toContain(
      '&lt;b onclick=&quot;x&quot;>bold&lt;/b>',
    );
  });

  test.each([
    [
      'another language',
      file('fr.json', {}),
      'fr.json: not a file of texts; they are cs_CZ.json, de.json, en.json, ru.json',
    ],
    ['an unknown key', file('de.json', { titel: 'x' }), 'de.json: "titel" is not a key'],
    [
      'a key of objects',
      file('de.json', '{"__proto__": "x", "constructor": "y"}'),
      'de.json: "constructor" is not a key',
    ],
    ['a number', file('de.json', { footer: 1 }), 'de.json: footer must be a text'],
    ['nothing', file('de.json', { footer: ' ' }), 'de.json: footer is empty'],
    ['a list', file('de.json', '["x"]'), /^de\.json: Invalid input/],
    ['broken JSON', file('de.json', '{"footer": '), /^de\.json: not JSON: /],
    [
      'a wrong placeholder',
      file('de.json', { footer: 'Ihre {fee}' }),
      /^de\.json: footer has an unknown placeholder \{fee\}; known are \{reference\}/,
    ],
  ])('are refused with %s', (_, wrong, problem) => {
    const { problems } = replaceTexts([wrong]);
    expect(problems).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });

  test('name all their problems at once', () => {
    expect(replaceTexts([file('de.json', { a: 'x', b: 'y' }), file('xx.json', {})]).problems).toHaveLength(3);
  });
});
