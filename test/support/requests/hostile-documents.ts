/** Documents that GraphQL refuses, as dear as its limits leave them: of at most 2,000 tokens, or of 250 kB in few of them. */

const FULL = 250_000;
/** Where each character is written as two in the JSON of a request, or as six. */
const HALF = FULL / 2;
const SIXTH = Math.floor(FULL / 6);
/** The longest name that is parsed. */
const LONG = (index: number, length = 200): string => `n${String(index).padStart(5, '0')}`.padEnd(length, 'x');
const times = (count: number, write: (index: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator);

export const HOSTILE_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'unknown fields with long names': () => `{ ${times(19, (i) => `${LONG(i)} { ${times(48, (j) => LONG(j))} }`)} }`,
  'unknown fields like known ones': () => `{ viewer { ${times(900, (i) => `toda${i}`)} } }`,
  'unknown fields of many levels': () => `{ ${times(19, () => 'hotels { nodes { nam nmae stras adress { cty } } }')} }`,
  'aliases with long names of one unknown field': () => `{ viewer { ${times(50, (i) => `${LONG(i)}: ${LONG(0)}`)} } }`,
  'fields that conflict': () => `{ viewer { ${times(49, (i) => `a: ${['today', 'nothing'][i % 2]}`)} } }`,
  'fields that conflict in fragments': () =>
    `{ ${times(40, (i) => `...F${i}`)} } ${times(40, (i) => `fragment F${i} on Query { hotels(first: ${i}) { nodes { number } } }`)}`,
  'fields that conflict deeply': () =>
    `{ ${times(50, (i) => `hotels { nodes { destination { hotels(first: ${i}) { nodes { number } } } } }`)} }`,
  'fields that conflict in all their fields': () =>
    `{ ${times(2, (i) => `hotels { nodes { ${times(24, (j) => `${LONG(j)}: ${i === 0 ? 'number' : 'stars'}`)} } }`)} }`,
  'arguments that conflict': () =>
    `{ ${times(19, (i) => `hotels(${times(45, (j) => `${LONG(j, 100)}: ${i}`)}) { totalCount }`)} }`,
  'unknown arguments with long names': () => `{ hotels(${times(650, (i) => `${LONG(i)}: 1`)}) { totalCount } }`,
  'one argument many times': () => `{ hotels(${times(650, () => `${LONG(0)}: 1`)}) { totalCount } }`,
  'unknown directives': () => `{ viewer { today ${times(50, (i) => `@${LONG(i)}`)} } }`,
  'directives in the wrong place': () => `query Q ${times(50, () => '@skip(if: true)')} { viewer { today } }`,
  'unknown variables': () => `{ nodes(ids: [${times(950, (i) => `$${LONG(i)}`)}]) { id } }`,
  'unused variables': () => `query Q(${times(480, (i) => `$${LONG(i)}: Int`)}) { viewer { today } }`,
  'one variable many times': () => `query Q(${times(480, () => `$${LONG(0)}: Int`)}) { viewer { today } }`,
  'variables of unknown types': () => `query Q(${times(480, (i) => `$${LONG(i)}: ${LONG(i)}`)}) { viewer { today } }`,
  'variables of types like known ones': () => `query Q(${times(480, (i) => `$v${i}: LocalDat`)}) { viewer { today } }`,
  'variables of the wrong type': () => `query Q($v: Int) { nodes(ids: [${times(950, () => '$v')}]) { id } }`,
  'variables in lists of lists': () => `query Q($v: ${'['.repeat(190)}Int${']'.repeat(190)}) { nodes(ids: $v) { id } }`,
  'unknown fragments': () => `{ ${times(100, (i) => `...${LONG(i)}`)} }`,
  'fragments that are not used': () =>
    `{ viewer { today } } ${times(240, (i) => `fragment ${LONG(i)} on Query { viewer { today } }`, ' ')}`,
  'fragments on unknown types': () => `{ viewer { today } } ${times(240, (i) => `fragment F${i} on ${LONG(i)} { a }`)}`,
  'fragments by one name': () => `{ ...F } ${times(240, () => 'fragment F on Query { viewer { today } }')}`,
  'fragments in circles': () => `{ ...F0 } ${times(240, (i) => `fragment F${i} on Query { ...F${(i + 1) % 240} }`)}`,
  'fragments in fragments': () =>
    `{ ...F0 } ${times(180, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} viewer { today } }`)}`,
  'operations by one name': () => times(330, () => `query ${LONG(0)} { viewer { today } }`),
  'operations without a name': () => times(480, () => '{ a }'),
  'a list of objects': () => `{ nodes(ids: [${times(980, () => '{}')}]) { id } }`,
  'an object with unknown fields': () => `{ quote(input: { ${times(600, (i) => `${LONG(i)}: 1`)} }) { __typename } }`,
  'an object with one field many times': () =>
    `{ quote(input: { ${times(600, () => 'visitType: 1')} }) { __typename } }`,
  'objects in objects': () => `{ quote(input: ${'{ a: '.repeat(190)}1${' }'.repeat(190)}) { __typename } }`,
  'a list of guests with unknown fields': () =>
    `mutation { createBooking(input: { guests: [${times(350, () => '{ x: 1 }')}] }) { __typename } }`,
  'a list of dates that are none': () =>
    `mutation { updateInventory(input: { changes: [${times(140, () => '{ roomType: 11, from: "x", to: "y", units: -1 }')}] }) { __typename ... on InvalidInput { problems { path code message } message } } }`,
  'problems under many names': () =>
    `mutation { updateInventory(input: { changes: [${times(120, () => '{ roomType: 11, from: "x", to: "y", units: -1 }')}] }) { ... on InvalidInput { ${times(24, (i) => `${LONG(i)}: message`)} problems { ${times(25, (i) => `${LONG(i)}: message`)} } } } }`,
  'problems under many names beside the name of the root': () =>
    `mutation { __typename root: __typename updateInventory(input: { changes: [${times(50, () => '{ roomType: 11, from: "x", to: "y", units: -1 }')}] }) { ... on InvalidInput { ${times(47, (i) => `m${i}: message`)} } } }`,
  'problems under many names beside a field that fails': () =>
    `{ nodes(ids: [${times(101, () => '1')}]) { id } quote(input: { visitType: 1, roomType: 1, arrival: "x", departure: "y", loyaltyPrograms: [${times(60, () => '{ guest: 0, program: 1 }')}] }) { ... on InvalidInput { ${times(49, (i) => `m${i}: message`)} } } }`,
  'lists of problems under many names': () =>
    `{ ${times(12, (i) => `q${i}: quote(input: { visitType: 1, roomType: 1, arrival: "x", departure: "y", loyaltyPrograms: [${times(6, () => '{ guest: 0, program: 1 }')}] }) { ... on InvalidInput { message ${times(3, (j) => `${LONG(j)}: problems { path message reason }`)} } }`)} }`,
  'many refused lists': () =>
    `{ ${times(19, (i) => `${LONG(i)}: hotels(first: 1000, offset: -1, filter: { starsMin: 9, starsMax: 8 }, after: "x") { totalCount }`)} }`,
  'many refused look-ups': () => `{ ${times(19, (i) => `${LONG(i)}: node(id: "${'x'.repeat(9_000)}") { id }`)} }`,
  'values of enumerations like known ones': () =>
    `{ ${times(19, (i) => `a${i}: visitTypes(sort: PRIORIT) { totalCount }`)} }`,
  'names like known types': () => `{ viewer { ${times(300, (i) => `... on Vewer${i} { today }`)} } }`,
  'levels beyond the limit': () => `{ ${'hotels { '.repeat(190)} a ${'}'.repeat(190)} }`,
  'braces only': () => '{'.repeat(FULL),
  'brackets after a colon': () => `{a(b:${'['.repeat(FULL)}`,
  'a name that is too long': () => `{ ${'a'.repeat(FULL)} }`,
  'a comment': () => `#${'a'.repeat(FULL)}\n{ a }`,
  'many comments': () => `${'#\n'.repeat(FULL / 3)}{ a }`,
  'commas only': () => `${','.repeat(FULL)}{ a }`,
  'spaces before a fault': () => `${' '.repeat(FULL)}&`,
  'line breaks before a fault': () => `${'\n'.repeat(HALF)}&`,
  'line breaks between unknown fields': () => `{ viewer { ${times(900, (i) => `toda${i}`, '\n'.repeat(100))} } }`,
  'line breaks before arguments by one name': () =>
    `${'\n'.repeat(2_900)}{ hotels(${times(650, () => 'first: 1')}) { totalCount } }`,
  'tokens before a fault': () => `{ ${times(1_900, (i) => `a${i}`)} & }`,
  'faults only': () => '&'.repeat(FULL),
  'characters that are no token': () => '\u0000'.repeat(SIXTH),
  'a text that does not end': () => `{ a(b: "${'a'.repeat(FULL)}`,
  'a text of escapes': () => `{ a(b: "${'\\u0041'.repeat(FULL / 7 - 10)}") }`,
  'a text of braced escapes': () => `{ a(b: "${'\\u{000041}'.repeat(FULL / 11 - 10)}") }`,
  'a block of lines': () => `{ a(b: """${' \n'.repeat(FULL / 3)}""") }`,
  'a block of indented lines': () => `{ a(b: """${`${' '.repeat(200)}a\n`.repeat(FULL / 203)}""") }`,
  'a block that does not end': () => `{ a(b: """${'\n'.repeat(HALF)}`,
  'a number of many digits': () => `{ hotels(first: ${'1'.repeat(FULL)}) { totalCount } }`,
  'a text for a number': () => `{ hotels(first: "${'1'.repeat(FULL)}") { totalCount } }`,
  'a text for an enumeration': () => `{ visitTypes(sort: "${'1'.repeat(FULL)}") { totalCount } }`,
  'an e-mail address of dots': () =>
    `mutation { resendConfirmation(input: { reference: "x", email: "${'a.'.repeat(FULL / 2)}@example.org" }) { __typename } }`,
  'texts for many arguments': () =>
    `{ ${times(18, (i) => `a${i}: hotels(first: "${'1'.repeat(13_000)}") { totalCount }`)} }`,
};
