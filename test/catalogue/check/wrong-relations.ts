/** Changes of the sample that leave every value valid but make the whole invalid. */
import { type Case, set } from './wrong-values.ts';

export const RULES: Case[] = [
  [
    'fewer nights at most than at least',
    ({ visitTypes }) => set(visitTypes[0], 'nightsMax', 1),
    { '$.visitTypes[0].nightsMax': 'ORDER' },
  ],
  [
    'a selling period that ends before it begins',
    ({ visitTypes }) => set(visitTypes[0], 'sellingTo', '2025-12-31'),
    { '$.visitTypes[0].sellingTo': 'ORDER' },
  ],
  [
    'a time constraint that ends before it begins',
    ({ visitTypes }) => set(visitTypes[0].timeConstraints[0], 'to', '2026-12-31'),
    { '$.visitTypes[0].timeConstraints[0].to': 'ORDER' },
  ],
  [
    'cancelling that becomes cheaper as arrival comes nearer (S12)',
    ({ visitTypes }) => set(visitTypes[0].cancellationTerms[0], 'percentage', 30.49),
    { '$.visitTypes[0].cancellationTerms[0].percentage': 'ORDER' },
  ],
  [
    'two terms of cancellation that begin on the same day (S12)',
    ({ visitTypes }) => set(visitTypes[0].cancellationTerms[0], 'daysBeforeArrival', 14),
    { '$.visitTypes[0].cancellationTerms[1].daysBeforeArrival': 'DUPLICATE' },
  ],
  [
    'a season that ends before it begins',
    ({ visitTypes }) => set(visitTypes[0].priceLists[1].rates[0], 'to', '2026-12-31'),
    { '$.visitTypes[0].priceLists[1].rates[0].to': 'ORDER' },
  ],
  [
    'capacity that ends before it begins',
    ({ inventory }) => set(inventory[2], 'to', '2026-12-31'),
    { '$.inventory[2].to': 'ORDER' },
  ],
  [
    'a promotion that ends on the day on which it begins',
    ({ visitTypes }) => set(visitTypes[0].promotions[0], 'validTo', '2027-02-01'),
    { '$.visitTypes[0].promotions[0].validTo': 'ORDER' },
  ],
  [
    'a promotion that ends before it begins',
    ({ visitTypes }) => set(visitTypes[0].promotions[0], 'validTo', '2027-01-31'),
    { '$.visitTypes[0].promotions[0].validTo': 'ORDER' },
  ],
  [
    'whole weeks without a multiple of seven between the lengths',
    ({ visitTypes }) => Object.assign(visitTypes[0], { reservationTimeSpan: 'WEEKS', nightsMin: 8, nightsMax: 13 }),
    { '$.visitTypes[0].reservationTimeSpan': 'MISMATCH' },
  ],
  [
    'two rates for the same night of a room type (P3)',
    ({ visitTypes }) => set(visitTypes[0].priceLists[0].rates[1], 'from', '2027-03-31'),
    { '$.visitTypes[0].priceLists[0].rates[1]': 'OVERLAP' },
  ],
  [
    'two rates for the same night in two price lists of a kind (P3)',
    ({ visitTypes }) => {
      const [, packages] = visitTypes[0].priceLists;
      visitTypes[0].priceLists.push({ ...packages, id: 3, _id: undefined, quotedPer: 'PERSON' });
    },
    { '$.visitTypes[0].priceLists[2].rates[0]': 'OVERLAP' },
  ],
  [
    'a promotion for a hotel in which the visit type is not sold',
    ({ visitTypes }) => set(visitTypes[0].promotions[0], 'hotelIds', [1, 2]),
    { '$.visitTypes[0].promotions[0].hotelIds[1]': 'MISMATCH' },
  ],
  [
    'a rate for a room type of a hotel in which the visit type is not sold',
    ({ visitTypes }) => set(visitTypes[0].priceLists[1].rates[0], 'roomTypeId', 21),
    { '$.visitTypes[0].priceLists[1].rates[0].roomTypeId': 'MISMATCH' },
  ],
  [
    'a version of a picture wider than the original',
    ({ hotels }) => set(hotels[0].images[0].variants, '1440', 'https://images.example.com/1-1440.webp'),
    { '$.hotels[0].images[0].variants["1440"]': 'VARIANT_TOO_WIDE' },
  ],
  [
    'a version of a picture that is no WebP, in a hotel and in a room type',
    ({ hotels }) => {
      set(hotels[0].images[0].variants, '480', 'https://images.example.com/1-480.jpg');
      set(hotels[0].images[1].variants, '480', 'https://images.example.com/2-480.PNG?v=2');
      set(hotels[0].roomTypes[1].images[0], 'variants', { '960': 'https://images.example.com/3-960.jpeg#x' });
    },
    {
      '$.hotels[0].images[0].variants["480"]': 'NOT_WEBP',
      '$.hotels[0].images[1].variants["480"]': 'NOT_WEBP',
      '$.hotels[0].roomTypes[1].images[0].variants["960"]': 'NOT_WEBP',
    },
  ],
  [
    'an amenity detail that its dictionary entry does not provide for',
    ({ hotels }) => set(hotels[0].amenities[0], 'quantity', 3),
    { '$.hotels[0].amenities[0].quantity': 'NOT_IN_DICTIONARY' },
  ],
  [
    'an amenity option that its dictionary entry does not have',
    ({ hotels }) => hotels[0].amenities[0].options.push('dry'),
    { '$.hotels[0].amenities[0].options[1]': 'NOT_IN_DICTIONARY' },
  ],
];

export const DUPLICATES: Case[] = [
  [
    'two channels of a code',
    ({ channels }) => set(channels[1], 'code', 'public'),
    { '$.channels[1].code': 'DUPLICATE' },
  ],
  [
    'two destinations of an id',
    ({ destinations }) => set(destinations[1], 'id', 1),
    { '$.destinations[1].id': 'DUPLICATE' },
  ],
  ['two hotels of a code', ({ hotels }) => set(hotels[1], 'code', 'first'), { '$.hotels[1].code': 'DUPLICATE' }],
  ['two hotels of an id', ({ hotels }) => set(hotels[1], 'id', 1), { '$.hotels[1].id': 'DUPLICATE' }],
  [
    'two room types of an id, in two hotels',
    ({ hotels }) => set(hotels[1].roomTypes[0], 'id', 12),
    { '$.hotels[1].roomTypes[0].id': 'DUPLICATE' },
  ],
  [
    'two visit types of an id',
    ({ visitTypes }) => set(visitTypes[1], 'id', 101),
    { '$.visitTypes[1].id': 'DUPLICATE' },
  ],
  [
    'two price lists of an id in one visit type',
    ({ visitTypes }) => set(visitTypes[0].priceLists[1], 'id', 1),
    { '$.visitTypes[0].priceLists[1].id': 'DUPLICATE' },
  ],
  [
    'two promotions of an id in one visit type',
    ({ visitTypes }) => visitTypes[0].promotions.push({ ...visitTypes[0].promotions[0], _id: undefined }),
    { '$.visitTypes[0].promotions[1].id': 'DUPLICATE' },
  ],
  [
    'a hotel named twice by a visit type',
    ({ visitTypes }) => visitTypes[1].hotelIds.push(2),
    { '$.visitTypes[1].hotelIds[2]': 'DUPLICATE' },
  ],
  [
    'a channel named twice by a promotion',
    ({ visitTypes }) => visitTypes[0].promotions[0].channels.push('public'),
    { '$.visitTypes[0].promotions[0].channels[2]': 'DUPLICATE' },
  ],
  [
    'an amenity named twice by a hotel',
    ({ hotels }) => hotels[0].amenities.push({ code: 'sauna' }),
    { '$.hotels[0].amenities[2].code': 'DUPLICATE' },
  ],
  [
    'two taglines for a channel',
    ({ hotels }) => hotels[0].taglines.push({ channel: 'public' }),
    { '$.hotels[0].taglines[1].channel': 'DUPLICATE' },
  ],
  [
    'an amenity in two categories of the dictionary',
    ({ amenityCategories }) => amenityCategories[1].amenities.push({ code: 'lift' }),
    { '$.amenityCategories[1].amenities[1].code': 'DUPLICATE' },
  ],
  [
    'an ObjectId for two things of a kind, in whatever case',
    ({ hotels }) => set(hotels[1], '_id', 'B00000000000000000000001'),
    { '$.hotels[1]._id': 'DUPLICATE' },
  ],
];

export const REFERENCES: Case[] = [
  [
    'an unknown destination',
    ({ hotels }) => set(hotels[0], 'destinationId', 9),
    { '$.hotels[0].destinationId': 'UNKNOWN_REFERENCE' },
  ],
  [
    'an unknown channel of a tagline',
    ({ hotels }) => set(hotels[0].taglines[0], 'channel', 'web'),
    { '$.hotels[0].taglines[0].channel': 'UNKNOWN_REFERENCE' },
  ],
  [
    'an unknown channel of a promotion',
    ({ visitTypes }) => set(visitTypes[1].promotions[0], 'channels', ['web']),
    { '$.visitTypes[1].promotions[0].channels[0]': 'UNKNOWN_REFERENCE' },
  ],
  [
    'an unknown amenity',
    ({ hotels }) => set(hotels[0].amenities[0], 'code', 'gym'),
    { '$.hotels[0].amenities[0].code': 'UNKNOWN_REFERENCE' },
  ],
  [
    'unknown tags, categories, programmes and hotels',
    ({ visitTypes }) => {
      Object.assign(visitTypes[1], { tagIds: [7], categoryIds: [8], loyaltyProgramIds: [9], hotelIds: [2, 99] });
    },
    {
      '$.visitTypes[1].tagIds[0]': 'UNKNOWN_REFERENCE',
      '$.visitTypes[1].categoryIds[0]': 'UNKNOWN_REFERENCE',
      '$.visitTypes[1].loyaltyProgramIds[0]': 'UNKNOWN_REFERENCE',
      '$.visitTypes[1].hotelIds[1]': 'UNKNOWN_REFERENCE',
    },
  ],
  [
    'an unknown room type of a rate',
    ({ visitTypes }) => set(visitTypes[0].priceLists[1].rates[0], 'roomTypeId', 99),
    { '$.visitTypes[0].priceLists[1].rates[0].roomTypeId': 'UNKNOWN_REFERENCE' },
  ],
  [
    'an unknown room type with capacity',
    ({ inventory }) => set(inventory[1], 'roomTypeId', 99),
    { '$.inventory[1].roomTypeId': 'UNKNOWN_REFERENCE' },
  ],
];
