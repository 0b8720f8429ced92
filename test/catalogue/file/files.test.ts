import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { exportedText, snapshotOf } from '../snapshot.ts';

const text = JSON.stringify(sampleCatalogue());

describe('a catalogue on disk', () => {
  let database: FreshDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await freshDatabase();
    folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  async function importing(content: string | Uint8Array) {
    const source = join(folder, 'catalogue.json');
    await writeFile(source, content);
    return importCatalogue({ database, source });
  }

  test.each([
    ['ends too early', text.slice(0, -200), 'JSON', /ends before its JSON does/],
    ['is empty', '', 'JSON', /ends before its JSON does/],
    ['has a comma too many', text.replace('"hotels":[', '"hotels":[,'), 'JSON', /not valid JSON/],
    ['goes on after its end', `${text}{}`, 'JSON', /not valid JSON/],
    ['is a list', `[${text}]`, 'JSON', /must be an object/],
    ['is not UTF-8', Buffer.from(text.replace('Dvoulůžkový', 'Dvoul\u00f9'), 'latin1'), 'JSON', /UTF-8/],
  ])('that %s is refused as a whole with one problem', async (_, content, code, message) => {
    const before = await snapshotOf(database);
    const result = await importing(content);
    expect(result).toMatchObject({ ok: false, problems: [{ code, message: expect.stringMatching(message) }] });
    expect(result.ok || result.problems).toHaveLength(1);
    expect(await snapshotOf(database)).toEqual(before);
  });

  test.each([
    ['ends too early', text.slice(0, 1_000), 'the file ends before its JSON does, at line 1, column 1001'],
    [
      'has a comma too many',
      '\ufeff{\n  "format": "spa-stay-catalogue/1",\n  "tags": [],\n}',
      'the file is not valid JSON at line 4, column 1: expected a field name in quotation marks, found "}"',
    ],
    [
      'is not UTF-8',
      Buffer.from('{\n"tags": [{ "name": { "cs_CZ": "L\u00e1zn\u00ec" } }]}', 'latin1'),
      'the file is not valid UTF-8 at line 2, column 33: "z" cannot stand inside a character',
    ],
    [
      'has an escape that there is not',
      '{"tags": [\n{"name": {"cs_CZ": "a\\d"}}]}',
      'the file is not valid JSON at line 2, column 23: expected one of "\\/bfnrtu after a backslash, found "d"',
    ],
  ])(
    'that %s is refused with the line and the column of it, and quotes one character at most',
    async (_, content, message) => {
      expect(await importing(content)).toMatchObject({ ok: false, problems: [{ code: 'JSON', message }] });
    },
  );

  test('that is not there is a problem that names it', async () => {
    const source = join(folder, 'missing.json');
    expect(await importCatalogue({ database, source })).toMatchObject({
      problems: [{ path: '$', code: 'FILE', message: expect.stringContaining(source) }],
    });
  });

  test('that is a folder, or can be read only once, is a problem that names it', async () => {
    for (const source of [folder, '/dev/null']) {
      expect(await importCatalogue({ database, source })).toEqual({
        ok: false,
        problems: [
          { path: '$', code: 'FILE', message: `cannot read ${source}: it is no plain file; an import reads it twice` },
        ],
      });
    }
  });

  test('with a repeated section or field is refused with the places', async () => {
    const twice = text.replace('"stars":4', '"stars":4,"stars":5').replace('"tags":', '"tags":[],"tags":');
    expect(await importing(twice)).toMatchObject({
      ok: false,
      problems: [
        { path: '$.tags', code: 'DUPLICATE_FIELD' },
        { path: '$.hotels[0].stars', code: 'DUPLICATE_FIELD' },
      ],
    });
  });

  test('cannot write more into a line of its problems than is read on one line', async () => {
    const odd = text.replace('"stars":4', `"stars":1e400,"a\\n\\u001b":1,"a\\n\\u001b":2,"${'k'.repeat(100_000)}":1`);
    const result = await importing(odd);
    const lines = result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
    expect(lines).toContain('$.hotels[0].stars: Infinity must be a number');
    expect(lines).toContain(String.raw`$.hotels[0]["a\n\u001b"]: the field "a\n\u001b" stands twice in one object`);
    for (const line of lines) expect([line, /^\P{Cc}{1,250}$/u.test(line)]).toEqual([line, true]);
  });

  test('with a list where a text must be is refused, whatever is in it', async () => {
    const { format } = sampleCatalogue();
    const problems = [
      { path: '$.format', code: 'VALUE' },
      { path: '$.$schema', code: 'TYPE' },
    ];
    const read = await importing(JSON.stringify({ format: [format, format], $schema: ['x', 'y'] }));
    expect(read).toMatchObject({ ok: false, problems });
  });

  test('with an empty list where no list may be is refused like with any other list, in memory, too; an empty section is none', async () => {
    const { format } = sampleCatalogue();
    const wrong = { inventry: [], seller: [], paymentTerms: [], $schema: [], tags: [] };
    const problems = ['inventry', 'seller', 'paymentTerms', '$schema'].map((field) => ({
      ...{ path: `$.${field}`, code: field === 'inventry' ? 'UNKNOWN_FIELD' : 'TYPE' },
    }));
    for (const file of [
      { format, ...wrong },
      { ...wrong, format: [] },
    ]) {
      const all = file.format === format ? problems : [...problems, { path: '$.format', code: 'VALUE' }];
      const read = await importing(JSON.stringify(file));
      expect(read).toMatchObject({ ok: false, problems: all });
      expect(await importCatalogue({ database, source: file as unknown as Catalogue })).toEqual(read);
    }
    const nothing = { format, tags: [], hotels: [], visitTypes: [], inventory: [] };
    expect(await importing(JSON.stringify(nothing))).toMatchObject({ ok: true, changed: false });
  });

  test('with a field named like a part of every object is refused like any other unknown field', async () => {
    const odd = text.replace('"stars":4', '"stars":4,"__proto__":{},"constructor":1');
    expect(await importing(odd)).toMatchObject({
      ok: false,
      problems: [
        { path: '$.hotels[0].__proto__', code: 'UNKNOWN_FIELD' },
        { path: '$.hotels[0].constructor', code: 'UNKNOWN_FIELD' },
      ],
    });
  });

  test('may have its sections in any order, a byte order mark and line breaks', async () => {
    const sections = Object.entries(sampleCatalogue()).toReversed();
    const content = `\ufeff${JSON.stringify(Object.fromEntries(sections), null, 2)}`;
    expect(await importing(content)).toMatchObject({ ok: true, changed: true });
    expect(await importing(text)).toMatchObject({ ok: true, changed: false });
  });

  test('exported and imported again changes nothing, missing, null and empty texts included', async () => {
    await importing(text);
    const exported = await exportedText(database);
    expect(exported).toContain('"name":{"cs_CZ":"Lázně","de":null,"en":""}');
    const before = await snapshotOf(database, { rewritten: true });
    expect(await importing(exported)).toMatchObject({ ok: true, changed: false });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  });

  test('exported from one database becomes the same catalogue in another', async () => {
    await importing(text);
    const exported = await exportedText(database);
    const other = await freshDatabase();
    try {
      const source = join(folder, 'exported.json');
      await writeFile(source, exported);
      expect(await importCatalogue({ database: other, source })).toMatchObject({ ok: true });
      expect(await exportedText(other)).toBe(exported);
    } finally {
      await other.close();
    }
  });

  test('of an empty database is a valid file', async () => {
    const empty = await freshDatabase();
    try {
      const source = join(folder, 'empty.json');
      await writeFile(source, await exportedText(empty));
      expect(await importCatalogue({ database: empty, source, replace: true })).toMatchObject({
        ok: true,
        changed: false,
      });
    } finally {
      await empty.close();
    }
  });
});
