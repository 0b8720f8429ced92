import { expect, test } from 'vitest';
import { showAddress } from '../../../src/domain/text/postal-address.ts';
import { REGIONAL_TAGS } from '../../../src/domain/text/shown.ts';

test('the country of an address is in the language of the reader, in whichever it was written', () => {
  const written = ['Česko', 'Tschechien', 'Czechia', 'Чехия'];
  const shown = Object.values(REGIONAL_TAGS).map((tag, index) => [tag, written[index]] as const);
  for (const country of written) {
    for (const [tag, expected] of shown)
      expect(showAddress(`Křížová 3, 353 01 Mariánské Lázně, ${country}`, tag)).toBe(
        `Křížová 3, 353 01 Mariánské Lázně, ${expected}`,
      );
  }
});

test.each(['Křížová 3, 353 01 Mariánské Lázně', 'Česko 3', 'Ulice, Nikde', ''])('%j stays as it is', (address) => {
  expect(showAddress(address, 'de-DE')).toBe(address);
});
