/** Changes of the sample that make a single value invalid. */
/** A change that makes the sample invalid, and the places and codes of all expected problems. */
export type Case = [title: string, change: (sample: Loose) => void, problems: Record<string, string>];

/** The sample without types, so that it may be broken in any way. */
// biome-ignore lint/suspicious/noExplicitAny: these tests write what the types forbid
export type Loose = any;

export const SHAPES: Case[] = [
  ['a missing field', ({ hotels }) => delete hotels[0].code, { '$.hotels[0].code': 'REQUIRED' }],
  ['a value of the wrong type', ({ hotels }) => set(hotels[0], 'stars', '4'), { '$.hotels[0].stars': 'TYPE' }],
  ['a number beyond its bounds', ({ hotels }) => set(hotels[0], 'stars', 6), { '$.hotels[0].stars': 'OUT_OF_RANGE' }],
  [
    'a value that is none of the allowed',
    ({ visitTypes }) => set(visitTypes[0], 'boarding', 'BRUNCH'),
    { '$.visitTypes[0].boarding': 'VALUE' },
  ],
  [
    'a visit type without boarding',
    ({ visitTypes }) => delete visitTypes[1].boarding,
    { '$.visitTypes[1].boarding': 'REQUIRED' },
  ],
  [
    'a fraction of a day before arrival',
    ({ visitTypes }) => set(visitTypes[0].cancellationTerms[0], 'daysBeforeArrival', 1.5),
    { '$.visitTypes[0].cancellationTerms[0].daysBeforeArrival': 'TYPE' },
  ],
  [
    'terms after arrival and longer than two years before',
    ({ visitTypes }) => {
      set(visitTypes[0].cancellationTerms[0], 'daysBeforeArrival', -1);
      set(visitTypes[0].cancellationTerms[1], 'daysBeforeArrival', 732);
    },
    {
      '$.visitTypes[0].cancellationTerms[0].daysBeforeArrival': 'OUT_OF_RANGE',
      '$.visitTypes[0].cancellationTerms[1].daysBeforeArrival': 'OUT_OF_RANGE',
    },
  ],
  [
    'a cancellation that costs more than the stay, and one that pays',
    ({ visitTypes }) => {
      set(visitTypes[0].cancellationTerms[0], 'percentage', 100.01);
      set(visitTypes[0].cancellationTerms[1], 'percentage', -1);
    },
    {
      '$.visitTypes[0].cancellationTerms[0].percentage': 'OUT_OF_RANGE',
      '$.visitTypes[0].cancellationTerms[1].percentage': 'OUT_OF_RANGE',
    },
  ],
  [
    'a boarding of null',
    ({ visitTypes }) => set(visitTypes[1], 'boarding', null),
    { '$.visitTypes[1].boarding': 'VALUE' },
  ],
  [
    'a hotel whose name shows nothing',
    ({ hotels }) => set(hotels[0], 'name', '\u200b\u2066\u3164'),
    { '$.hotels[0].name': 'FORMAT' },
  ],
  [
    'a telephone number without a digit',
    ({ hotels }) => set(hotels[0], 'phone', 'call me'),
    { '$.hotels[0].phone': 'FORMAT' },
  ],
  [
    'a code that shows nothing',
    ({ channels }) => set(channels[0], 'code', '\u200d'),
    { '$.channels[0].code': 'FORMAT' },
  ],
  ['a field that is not known', ({ hotels }) => set(hotels[0], 'star', 4), { '$.hotels[0].star': 'UNKNOWN_FIELD' }],
  ['a section that is no list', (sample) => set(sample, 'tags', {}), { '$.tags': 'TYPE' }],
  ['another format', (sample) => set(sample, 'format', 'x/2'), { '$.format': 'VALUE' }],
  ['no format', (sample) => delete sample.format, { '$.format': 'REQUIRED' }],
  ['a locale that is not known', ({ tags }) => set(tags[0].name, 'fr', 'x'), { '$.tags[0].name.fr': 'UNKNOWN_FIELD' }],
  ['an id below zero', ({ tags }) => set(tags[0], 'id', -1), { '$.tags[0].id': 'OUT_OF_RANGE' }],
  ['an id beyond 32 bits', ({ tags }) => set(tags[0], 'id', 2 ** 31), { '$.tags[0].id': 'OUT_OF_RANGE' }],
  ['an ObjectId of 23 digits', ({ tags }) => set(tags[0], '_id', 'a'.repeat(23)), { '$.tags[0]._id': 'FORMAT' }],
  ['a colour with #', ({ tags }) => set(tags[0], 'color', '#2f9e44'), { '$.tags[0].color': 'FORMAT' }],
  [
    'a date that does not exist',
    ({ inventory }) => set(inventory[0], 'to', '2027-02-29'),
    { '$.inventory[0].to': 'FORMAT' },
  ],
  [
    'a date beyond the calendar',
    ({ inventory }) => set(inventory[0], 'to', '2201-01-01'),
    { '$.inventory[0].to': 'FORMAT' },
  ],
  [
    'a time that does not exist',
    ({ hotels }) => set(hotels[0].mealServices[0], 'from', '24:30'),
    { '$.hotels[0].mealServices[0].from': 'FORMAT' },
  ],
  [
    'an amount with three decimals',
    ({ visitTypes }) => set(visitTypes[0].priceLists[0].rates[1], 'amount', 10.005),
    { '$.visitTypes[0].priceLists[0].rates[1].amount': 'FORMAT' },
  ],
  [
    'a negative amount',
    ({ visitTypes }) => set(visitTypes[0].priceLists[0].rates[1], 'amount', -1),
    { '$.visitTypes[0].priceLists[0].rates[1].amount': 'OUT_OF_RANGE' },
  ],
  [
    'a percentage above 100',
    ({ loyaltyPrograms }) => set(loyaltyPrograms[0], 'percentage', 100.01),
    { '$.loyaltyPrograms[0].percentage': 'OUT_OF_RANGE' },
  ],
  [
    'more beds than 20',
    ({ hotels }) => set(hotels[1].roomTypes[0], 'beds', 21),
    { '$.hotels[1].roomTypes[0].beds': 'OUT_OF_RANGE' },
  ],
  [
    'more nights than 9,999',
    ({ visitTypes }) => set(visitTypes[1], 'nightsMax', 10_000),
    { '$.visitTypes[1].nightsMax': 'OUT_OF_RANGE' },
  ],
  [
    'a package without its nights',
    ({ visitTypes }) => delete visitTypes[0].priceLists[1].nights,
    { '$.visitTypes[0].priceLists[1].nights': 'REQUIRED' },
  ],
  [
    'prices by night with a number of nights',
    ({ visitTypes }) => set(visitTypes[0].priceLists[0], 'nights', 7),
    { '$.visitTypes[0].priceLists[0].nights': 'TYPE' },
  ],
  [
    'a picture without a complete address',
    ({ hotels }) => set(hotels[0].images[0], 'url', '/1.jpg'),
    { '$.hotels[0].images[0].url': 'FORMAT' },
  ],
  [
    'a version of a width that is not made',
    ({ hotels }) => set(hotels[0].images[0].variants, '800', 'https://images.example.com/8.webp'),
    { '$.hotels[0].images[0].variants["800"]': 'UNKNOWN_FIELD' },
  ],
  [
    'a text that the database cannot hold',
    ({ tags }) => set(tags[0].name, 'de', 'a\u0000b'),
    { '$.tags[0].name.de': 'FORMAT' },
  ],
  [
    'an address that the database cannot hold',
    ({ hotels }) => set(hotels[0].images[0], 'url', 'https://images.example.com/\u0000.jpg'),
    { '$.hotels[0].images[0].url': 'FORMAT' },
  ],
  ['half of a character', ({ tags }) => set(tags[0].name, 'de', '\ud83d'), { '$.tags[0].name.de': 'FORMAT' }],
  [
    'faults in several places at once, those between values among them',
    ({ hotels, visitTypes }) => {
      hotels[0].stars = 0;
      hotels[0].destinationId = 99;
      hotels[0].typo = true;
      visitTypes[0].name = 'Pobyt';
      visitTypes[0].priceLists[0].rates[0].to = '2027-05-05';
      visitTypes[0].priceLists[0].rates[2].roomTypeId = 21;
    },
    {
      '$.hotels[0].stars': 'OUT_OF_RANGE',
      '$.hotels[0].typo': 'UNKNOWN_FIELD',
      '$.hotels[0].destinationId': 'UNKNOWN_REFERENCE',
      '$.visitTypes[0].name': 'TYPE',
      '$.visitTypes[0].priceLists[0].rates[1]': 'OVERLAP',
      '$.visitTypes[0].priceLists[0].rates[2].roomTypeId': 'MISMATCH',
    },
  ],
];

/** Sets a value that the types forbid. */
export function set(target: Loose, field: string, value: unknown): void {
  target[field] = value;
}
