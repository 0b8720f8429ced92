/** A5: a name is not a message. Real names pass, whatever their script and titles; what leads somewhere does not. Issue 26, number 4. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadsSomewhere } from '../../../src/domain/text/person-name.ts';
import { isHostName } from '../../../src/operations/booking/host-names.ts';

const leads = (text: string) => leadsSomewhere(text, isHostName);

describe('a name is', () => {
  test.each([
    ...[
      'Jana',
      'Nováková',
      'J.R.Novák',
      'J. R. R. Tolkien',
      'Dr. A. Novák',
      'MUDr. Jan Novák, Ph.D.',
      'Ing. arch. Dvořák',
    ],
    ...['Jr.', 'Novák ml.', 'Nguyễn Thị Minh Khai', 'Phạm Văn Đồng', 'Ng', 'O', 'Li', 'Xu', 'Đỗ'],
    ...['Müller-Lüdenscheidt', 'Groß', 'von und zu Guttenberg', 'Prof. Dr. med. Wagner', 'Dipl.-Ing. Weiß', 'Ä. Öz'],
    ...['Иванов', 'Анна-Мария', 'Щукин', 'Пётр Ильич Чайковский', 'О’Генри', 'А.С.Пушкин'],
    ...['María José', 'García Márquez', 'de la Cruz', 'Núñez', 'Íñigo López de Mendoza', 'Mª Carmen'],
    ...['al-Khwarizmi', "Abd el-Rahman ibn 'Auf", 'محمد', 'עמוס עוז', '李小龍', '김연아', 'ボブ'],
    ...[
      "O'Neil",
      'O’Brien',
      "d'Arc",
      'St.John',
      'St. John-Smythe',
      'Mc.Donald',
      'St.John-Smythe',
      'J.R.Novák-Říha',
      'McDonald',
      'Lloyd George Jr.',
      'X Æ A-12',
    ],
    ...['Jan ★ Novák', 'Anna❤Petr', 'St.John★', 'J.R.Novák®', 'Mª.Carmen', 'Dr.ª Ana', 'Karel Ⅳ', 'Jan²', '李小龍☆'],
    ...['Anna/Eva', 'Jan (host)', 'Eva & Petr', 'Novák, Jan', 'John Smith 2nd', 'Marie…', 'N.N.', '...', 'A. B.'],
  ])('%s', (name) => {
    expect(leads(name)).toBe(false);
  });
});

describe('a name is not', () => {
  test.each([
    ...['Your parcel is held: pay 2 EUR at https://evil.example/x', 'HTTP://x', 'ftp://a', 'javascript://', 'x://y'],
    ...['www.evil.example', 'WWW.x', 'see www.a', 'evil.com', 'Visit Evil.COM now', 'pay-2-eur.co.uk', 't.co/abc'],
    ...[
      'evil.com/path?a=b',
      'evil.com:8080',
      '(evil.com)',
      '"evil.com"',
      'evil.com.',
      '.evil.com',
      'bit.ly',
      'a.b.c.info',
    ],
    ...['anna@example', 'anna＠example.com', 'a﹫b', 'mailto:anna@x.y'],
    ...[
      'evil。com',
      'evil．com',
      'evil｡com',
      'evil․com',
      'ｅｖｉｌ．ｃｏｍ',
      'ev\u200bil.c\u200dom',
      'evil\u00ad.com',
      'w\u2060ww.x',
    ],
    ...['https:⁄⁄evil', 'https:∕∕evil', 'https꞉//evil', 'https∶//evil', 'https：／／evil', 'http\u200b://evil'],
    ...[
      'evil.com_',
      'evil.com-',
      '-evil.com',
      'evil.com-x',
      'a_evil.com_b',
      'evil.com\u0301',
      'evil.com\u20e3',
      'e\u0338vil.com',
    ],
    ...[
      'evil.com🎁',
      'Win at evil.com★ now',
      '★evil.com★',
      'evil.com©',
      'evil.com.🎁',
      'bit.ly🎁/x',
      '★1.2.3.4',
      '1.2.3.4★',
    ],
    ...['evil.com™', 'evil.com²', 'evil.com①', 'evil.comª', 'evil.com１', 'evil.comⅣ', 'evil.com१', 'evil．com²'],
    ...['evil.com\u0301²', 'evil.com..x', 'evil.com…x'],
    ...['i❤.ws', 'evil❤.com', 'w\u0332w\u0332w\u0332.x', 'उदाहरण.भारत'],
    ...['пример.рф', 'müller.de', 'xn--80ak6aa92e.com', 'novák.cz', '例え.中国', '192.168.1.1', 'at 8.8.8.8/x'],
  ])('%s', (text) => {
    expect(leads(text)).toBe(true);
  });

  test('anything with a host of a usual suffix in it, wherever it stands and however it is written', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
    const around = fc.constantFrom('', ' ', ' at ', '(', ') ', '"', ': ', ', ', '\u200b ', '★', '🎁', '™', '①', '...');
    const suffix = fc.constantFrom('com', 'org', 'cz', 'de', 'ru', 'sk', 'co.uk', 'shop', 'xyz', 'info', 'online');
    const style = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replaceAll('.', '．'),
      (text: string) => [...text].join('\u200d'),
    );
    fc.assert(
      fc.property(word, suffix, around, around, style, (host, end, before, after, write) => {
        expect(leads(`${before}${write(`${host}.${end}`)}${after}`)).toBe(true);
      }),
    );
  });

  test('names in whatever combination of real ones stay names', () => {
    const first = [
      ...['Jan', 'J.', 'Anna-Marie', 'Đức', 'Ján', 'Dr. Eva', 'O’Neil', 'Íñigo', 'St.John', 'Aleksandr', 'Ng'],
      ...[
        'Mª',
        'J.R.',
        'Анна',
        'А.С.',
        'Ελένη',
        'محمد',
        'עמוס',
        'अमित',
        'สมชาย',
        '李',
        'ボブ・ー',
        '김연아',
        'Kaʻa',
        'ʔəm',
      ],
    ];
    const joint = fc.constantFrom(' ', '-', ' van ', ' de ', " d'", ', ', '❤', ' ★ ', '... ');
    fc.assert(
      fc.property(fc.constantFrom(...first), joint, fc.constantFrom(...first), (one, between, other) => {
        expect(leads(one + between + other)).toBe(false);
      }),
    );
  });
});
