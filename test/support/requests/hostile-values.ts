/** Values that fill a request body of 256 kB and are as dear to refuse as we could make them, as texts of JSON. */

/** In bytes; with the rest of its request a value stays within the limit of bodies. */
const FULL = 250_000;

const times = (text: string, separator = ''): string => {
  const count = Math.floor(FULL / (Buffer.byteLength(text) + separator.length));
  return Array.from({ length: count }, () => text).join(separator);
};
const listOf = (item: string): string => `[${times(item, ',')}]`;
const numbered = (write: (index: number) => string): string => {
  const written: string[] = [];
  for (let bytes = 0, index = 0; bytes < FULL; index++) {
    const one = write(index);
    written.push(one);
    bytes += one.length + 1;
  }
  return written.slice(0, -1).join(',');
};

const many = (count: number, write: () => string): string => `[${Array.from({ length: count }, write).join(',')}]`;

/** How many of such entries are within the limits of a body, of its names and of lists. */
const entriesOf = (item: string): number =>
  Math.floor(Math.min(2_000, FULL / (item.length + 1), 5_900 / item.split(':').length));

/** Texts by what they are made of, within quotes. */
const TEXTS: Readonly<Record<string, () => string>> = {
  'a letter': () => times('a'),
  digits: () => times('1'),
  spaces: () => times(' '),
  zeros: () => times('\\u0000'),
  'halves of characters': () => times('\\ud800'),
  'characters of three bytes': () => times('ﷺ'),
  'combining characters': () => `e${times('\u0301')}`,
  'line breaks': () => times('\\n'),
  backslashes: () => times('\\\\'),
  quotes: () => times('\\"'),
  'a mailbox with dots': () => `${times('a.')}@example.org`,
  'a host with dots': () => `a@${times('a.')}`,
  'a host with hyphens': () => `a@${times('a-')}.org`,
  'many @': () => times('@'),
  'percent signs': () => times('%41'),
  'a date and more': () => `2027-03-01${times('0')}`,
  'hexadecimal digits': () => times('0123456789abcdef'),
  base64: () => `${times('QUJD')}==`,
  'an address with dots': () => `https://${times('a.')}org/`,
};

/** Values of any kind by name. `item` is an acceptable entry, if the place takes a list. */
export const HOSTILE_VALUES: Readonly<Record<string, (item: string) => string>> = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, write]) => [`a text of ${name}`, () => `"${write()}"`])),
  'a number of many digits': () => times('1'),
  'a number with many decimals': () => `0.${times('1')}`,
  'a number beyond all': () => '1e400',
  'an object that cannot be made a text': () => '{"toString":1,"valueOf":1,"toJSON":1}',
  'a list of empty objects': () => listOf('{}'),
  'a list of empty lists': () => listOf('[]'),
  'a list of nulls': () => listOf('null'),
  'a list of numbers': () => listOf('1'),
  'a list of fractions': () => listOf('.5'.padStart(3, '0')),
  'a list of short texts': () => listOf('""'),
  'a list of dates that are none': () => listOf('"2027-02-30"'),
  'a list of acceptable entries': (item) => listOf(item),
  'a list of entries with an unknown field': (item) => listOf(item.replace(/^\{/, '{"x":1,')),
  'a list of entries with texts for everything': (item) =>
    listOf(item.replaceAll(/:(?:"[^"]*"|\d+|true|null)/g, ':"?"')),
  'a list of entries without anything': (item) => listOf(item.replaceAll(/:(?:"[^"]*"|\d+|true)/g, ':null')),
  'a list of as many empty objects as are read': () => many(19_000, () => '{}'),
  'a list of as many dates as are read': () => many(19_000, () => '"2027-02-30"'),
  'as many entries as a list may have': (item) => many(entriesOf(item), () => item),
  'an object with as many unknown names as are read': () =>
    `{${Array.from({ length: 5_900 }, (_, index) => `"unknown${index}":{}`).join(',')}}`,
  'lists in lists, as deep as is read': () => `${'['.repeat(190)}${']'.repeat(190)}`,
  'lists in lists': () => `${'['.repeat(FULL / 2)}${']'.repeat(FULL / 2)}`,
  'objects in objects': () => `${'{"a":'.repeat(FULL / 6)}1${'}'.repeat(FULL / 6)}`,
  'an object with unknown names': () => `{${numbered((index) => `"${index.toString(36)}":1`)}}`,
  'an object with a long name': () => `{"${times('a')}":1}`,
  'an object with repeated names': () => `{${times('"a":1', ',')}}`,
  'an object with names of objects': () => `{${numbered((index) => `"${index}":{}`)}}`,
};
