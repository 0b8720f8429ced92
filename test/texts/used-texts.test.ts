/** A text that nothing says is not translated: each is found where its place is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { INPUT_REASONS } from '../../src/domain/problem/input-reasons.ts';
import { OBSTACLES, UNCHANGEABLE } from '../../src/domain/problem/obstacles.ts';
import { REFUSAL_KINDS } from '../../src/domain/problem/refusal.ts';
import { REFUSALS, SUBJECTS } from '../../src/domain/problem/refusals.ts';
import { SPENT_LIMITS } from '../../src/domain/problem/spent-limits.ts';
import { NEXT_AFTER_ERROR, nextStep } from '../../src/wording/agents/agent-speech.ts';
import { texts as agentTexts } from '../../src/wording/agents/texts/generated/texts.ts';
import { derivedValues } from '../../src/wording/derived-values.ts';
import { PLAIN_SPEECH } from '../../src/wording/speech.ts';
import { texts as problemTexts } from '../../src/wording/texts/generated/texts.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
/** What is neither an import nor a comment names a text only to say it. */
const bodyOf = (text: string) => text.replaceAll(/^import [^;]*;$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const code = files
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated/'))
  .map((file) => ({ file, text: textOf(file), body: bodyOf(textOf(file)) }));

const FOLDERS = files.filter((file) => /(?:^|\/)texts\/en\.json$/.test(file)).map(dirname);
/** Texts that are chosen by codes and facts; what is owed for these is compared below. */
const CHOSEN = ['wording/texts', 'server/pages/texts'];
/** `test/mail/letter` writes every letter, and sees which of its texts it says. */
const SAID_IN_MAILS = 'mail/texts';

type Messages = { readonly [key: string]: string | Messages };
const messagesIn = (folder: string) => JSON.parse(textOf(`${folder}/en.json`)) as Messages;

function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, message]) =>
    typeof message === 'string' ? [prefix + key] : keysOf(message, `${prefix}${key}.`),
  );
}

const within = (keys: string, found: readonly string[]) => found.map((key) => [keys, key].filter(Boolean).join('.'));

/**
 * The keys that a file reads of what it knows as `source`, in full: `reasons` for all of a group, which it chooses from or passes on, and
 * nothing for all there is. `names`: what it has been called on the way.
 */
function keysRead(text: string, source: string, names: readonly string[] = []): string[] {
  const read = new RegExp(String.raw`(?:const (?:(\w+)|\{([^{}]*)\}) = )?(?<![\w.])${source}((?:\.\w+)*)(;?)`, 'g');
  const readAs = (name: string) => {
    const declared = new RegExp(String.raw`const (?:${name}|\{[^{}]*\b${name}\b[^{}]*\}) =`, 'g');
    return names.includes(name) ? [''] : keysRead(text.replaceAll(declared, ''), name, [...names, name]);
  };
  return [...text.matchAll(read)].flatMap(([, name, taken, path = '', end]) => {
    const keys = path.slice(1);
    if (name && end) return within(keys, readAs(name));
    if (!taken || !end) return [keys];
    const parts = taken.split(',').flatMap((part) => {
      const [key = '', called = key] = part.split(':').map((one) => one.trim());
      return key === '' ? [] : within(key, readAs(called));
    });
    return within(keys, parts);
  });
}

/** How files know the texts of a place: by the hook of the pages, as its type, as compiled, and assistants as a part of their speech. */
function readOf(folder: string): string[] {
  const index = files.includes(`${folder}/index.ts`) ? textOf(`${folder}/index.ts`) : '';
  const hook = /\buse\w+Texts\b/.exec(index)?.[0];
  const type = /\bas (\w+Texts)\b/.exec(index)?.[1];
  return code.flatMap(({ file, text, body }) => {
    const compiled = [...text.matchAll(/import \{([^}]*)\} from '(\.[^']*\/generated\/texts\.ts)'/g)]
      .filter(([, , path]) => join(dirname(file), path!) === join(folder, 'generated/texts.ts'))
      .flatMap(([, names]) => /\btexts(?: as (\w+))?/.exec(names!)?.[1] ?? []);
    const sources = [
      ...(hook ? [String.raw`${hook}\(\)`] : []),
      ...(type && text.includes(`: ${type}`) ? ['texts'] : []),
      ...(folder === 'wording/agents/texts' && file.startsWith('mcp/') ? ['texts', String.raw`speech\.texts`] : []),
      ...compiled.map((name) => String.raw`${name}\[(?:[^[\]]|\[[^[\]]*\])*\]`),
    ];
    return sources.flatMap((source) => keysRead(body, source)).filter(Boolean);
  });
}

const read = FOLDERS.filter((folder) => ![...CHOSEN, SAID_IN_MAILS].includes(folder));

test.each(read)('every text of %s is read somewhere', (folder) => {
  const found = new Set(readOf(folder));
  const isRead = (key: string) => [...found].some((one) => key === one || key.startsWith(`${one}.`));
  const keys = keysOf(messagesIn(folder));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !isRead(key))).toEqual([]);
});

test('no place of texts is left out', () => {
  expect(FOLDERS.length).toBeGreaterThan(10);
  expect(FOLDERS).toEqual(expect.arrayContaining([...CHOSEN, SAID_IN_MAILS, 'texts', 'wording/agents/texts']));
});

describe('of what is chosen from', () => {
  const problems = messagesIn('wording/texts') as Readonly<Record<string, Messages>>;
  const keysAt = (group: string) => Object.keys(problems[group]!).sort();

  test('every text of a problem is owed by a declared one', () => {
    const refusals = Object.entries(REFUSALS).flatMap(([kind, declared]) => {
      if (typeof problems.refusals![kind] === 'string') return [kind];
      const choices = kind === 'tooManyRequests' ? SPENT_LIMITS : 'codes' in declared ? declared.codes : {};
      return Object.keys(choices).map((choice) => `${kind}.${choice}`);
    });
    expect(keysOf(problems.refusals!).sort()).toEqual(refusals.sort());
    expect(keysAt('inputs')).toEqual(Object.keys(INPUT_REASONS).sort());
    expect(keysAt('subjects')).toEqual(Object.keys(SUBJECTS).sort());
    expect(keysAt('found')).toEqual(Object.keys({ ...OBSTACLES, ...UNCHANGEABLE }).sort());
  });

  test('every window and every time to wait is one of some refusal', () => {
    const said = new Set<string>();
    const noting = <Group extends 'per' | 'wait'>(group: Group) =>
      new Proxy(problemTexts.en[group], {
        get(texts, key) {
          said.add(`${group}.${String(key)}`);
          return texts[key as never];
        },
      });
    const texts = { ...problemTexts.en, per: noting('per'), wait: noting('wait') };
    for (const seconds of [60, 3_600, 86_400]) {
      const refusal = { kind: 'tooManyRequests', windowSeconds: seconds, retryAfterSeconds: seconds };
      derivedValues(refusal as never, { texts, say: PLAIN_SPEECH });
    }
    const written = ['per', 'wait'].flatMap((group) => keysAt(group).map((key) => `${group}.${key}`));
    expect([...said].sort()).toEqual(written.sort());
  });

  test('every other text of problems stands beside one of them', () => {
    const groups = ['inputs', 'refusals', 'subjects', 'found', 'per', 'wait'];
    const others = Object.keys(problems).filter((key) => !groups.includes(key));
    const wording = textOf('wording/word-problem.ts');
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((key) => !new RegExp(String.raw`\b${key}\b`).test(wording))).toEqual([]);
  });

  test('every next step of assistants follows from a refusal or an error', () => {
    const steps = new Set([
      ...REFUSAL_KINDS.flatMap((kind) => [nextStep(kind, ''), nextStep(kind, 'IDEMPOTENCY_IN_PROGRESS')]),
      ...Object.values(NEXT_AFTER_ERROR),
    ]);
    expect(Object.keys(agentTexts.en.next).sort()).toEqual([...steps].sort());
  });

  test('every description for search engines is that of a page', () => {
    const pages = files.filter((file) => /^web\/[^/]+\.html$/.test(file)).map((file) => file.slice('web/'.length));
    expect(Object.keys(messagesIn('server/pages/texts')).sort()).toEqual(pages.sort());
  });
});
