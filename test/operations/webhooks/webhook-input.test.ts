/** S16: what a webhook may be. */
import { expect, test } from 'vitest';
import { webhookProblems } from '../../../src/operations/webhooks/webhook-input.ts';

const resolve = async () => ['93.184.215.14'];
const codes = async (url: string, allowPrivate: boolean) =>
  (await webhookProblems({ url }, { allowPrivate, resolve })).map(({ path, code }) => [path, code]);

test.each([true, false])(
  '26.15: an address of a webhook with a line break, a tab or another control character is refused, not shortened (private ones allowed: %s)',
  async (allowPrivate) => {
    const address = 'https://example.com/hook?a=b';
    expect(await codes(address, allowPrivate)).toEqual([]);
    for (const character of ['\r', '\n', '\t', '\r\n', '\u0000', '\u007f', '\u0085', '\u2028', '\u202e']) {
      for (const place of [0, 3, 8, 12, 22, address.length]) {
        const url = address.slice(0, place) + character + address.slice(place);
        expect([url, await codes(url, allowPrivate)]).toEqual([url, [['url', 'CONTROL_CHARACTER']]]);
      }
    }
  },
);

test('this machine is not public by its name, with subdomains or a final dot', async () => {
  for (const name of ['localhost', 'localhost.', 'LOCALHOST', 'hooks.localhost']) {
    const problems = await webhookProblems({ url: `https://${name}/` }, { allowPrivate: false });
    expect([name, problems.map(({ reason }) => reason)]).toEqual([name, ['privateHost']]);
  }
});

test('a description has 200 characters, whether of one UTF-16 unit or of two', async () => {
  const url = 'https://example.com/';
  const reasons = async (description: string) =>
    (await webhookProblems({ url, description }, { allowPrivate: false, resolve })).map(({ reason }) => reason);
  for (const character of ['x', '😀']) {
    expect([character, await reasons(character.repeat(200))]).toEqual([character, []]);
    expect([character, await reasons(character.repeat(201))]).toEqual([character, ['tooLong']]);
  }
});
