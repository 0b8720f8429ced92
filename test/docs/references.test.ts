/** References of bookings that people read as examples: in the guides, the help of the commands, the texts and the answers of the reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseReference } from '../../src/domain/booking/reference.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The form `XXXX-XXXX` itself is no example. */
const SHOWN = /\b(?!XXXX-)[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g;

test('every reference that is shown as an example is one that the gateway gives out (S2)', () => {
  const files = ['docs', 'src'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const shown = files
    .filter((file) => /\.(?:md|ts|tsx|json)$/.test(file) && !/generated|releases/.test(file))
    .flatMap((file) => [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(SHOWN)].map(([text]) => ({ file, text })));
  expect(shown.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'docs/integrating.md',
      'src/cli/bookings/bookings.ts',
      'src/web/shop/checkout/texts/en.json',
    ]),
  );
  expect(shown.filter(({ text }) => parseReference(text) === null)).toEqual([]);
});
