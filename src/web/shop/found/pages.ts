/** The pages that others find (F17). Another one is another entry: its address, what it asks the gateway, and what it says of itself. */
import { beginningOf } from '../../../domain/text/text-characters.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import {
  type Currency,
  FoundHotelDocument,
  type FoundOfferFragment,
  FoundShopDocument,
  FoundStayDocument,
  HotelDetailsDocument,
  SearchChoicesDocument,
  SearchInvitationDocument,
  SearchOffersDocument,
  StayDetailsDocument,
} from '../../generated/operations.ts';
import { saysFound } from '../search/offers/says-found.ts';
import {
  currencyOf,
  hotelAddress,
  offersAddress,
  offersAsked,
  searchOf,
  stayAddress,
  stayChoiceOf,
} from '../search/search-query.ts';
import { type StayDetails, soldRoomsOf, stayTitle } from '../search/stay/stay-parts.ts';
import { texts as searchTexts } from '../search/texts/generated/texts.ts';
import { texts as shopTexts } from '../texts/generated/texts.ts';
import { asked, type FoundPage, foundPage, shown } from './found-page.ts';
import { hotelList, lodgingBusiness, webSite } from './things.ts';

/** Links of the front page where no script runs. */
const LINKS_MAX = 100;
/** What search engines show of a description. */
const DESCRIPTION_LENGTH_MAX = 155;

const textsIn = (language: Language) => searchTexts[LANGUAGES[language].locale];
export const shopName = (language: Language) => shopTexts[LANGUAGES[language].locale].brand;

/** The currency of the language, and the other one: for what is sold in that alone. */
function currenciesOf(language: Language): { currency: Currency; otherCurrency: Currency } {
  const { currency } = LANGUAGES[language];
  return { currency, otherCurrency: currency === 'EUR' ? 'CZK' : 'EUR' };
}

interface CheapestStays {
  readonly cheapest: FoundOfferFragment | null;
  readonly inOtherCurrency: FoundOfferFragment | null;
}

const offerOf = ({ cheapest, inOtherCurrency }: CheapestStays) => cheapest ?? inOtherCurrency;

export const FOUND_PAGES: readonly FoundPage[] = [
  foundPage({
    path: '/',
    queryOf: () => '',
    asks: ({ language }) => [
      asked(FoundShopDocument, {}),
      shown(SearchInvitationDocument, { currency: LANGUAGES[language].currency }),
    ],
    describe([found, { destinations }], { language, origin }) {
      const texts = textsIn(language);
      const pictured = found.pictured?.nodes ?? [];
      return {
        title: texts.heroTitle,
        description: shortened(texts.heroLead),
        picture: destinations?.find(({ picture }) => picture)?.picture ?? null,
        things: [
          webSite(shopName(language), { origin, language }),
          ...(pictured.length > 0 ? [hotelList(pictured, origin)] : []),
        ],
        links: [
          ...(found.hotels?.nodes ?? []).map(({ number, name }) => ({ path: `/hotels/${number}`, text: name })),
          ...(found.visitTypes?.nodes ?? []).flatMap((kind) =>
            kind.hotels.map(({ hotel }) => ({
              path: `/stays/${kind.number}/${hotel.number}`,
              text: stayTitle(kind, hotel),
            })),
          ),
        ].slice(0, LINKS_MAX),
      };
    },
  }),
  foundPage({
    path: '/offers',
    queryOf: (query) => offersAddress(searchOf(query)),
    asks: ({ query, today, language }) => {
      const search = searchOf(query);
      return [
        shown(SearchChoicesDocument, { currency: currencyOf(search, language) }),
        shown(SearchOffersDocument, { ...offersAsked(search, today, language), after: null }),
      ];
    },
    describe([, { offers }], { query, language }) {
      const texts = textsIn(language);
      const found = offers && offers.totalCount > 0 && saysFound(offers, searchOf(query), { texts, language });
      return {
        title: texts.offersTitle,
        description: shortened([found, texts.heroLead].filter(Boolean).join('. ')),
        picture: offers?.nodes.find(({ hotel }) => hotel.images.length > 0)?.hotel.images[0] ?? null,
        things: [],
      };
    },
  }),
  foundPage({
    path: '/stays/:visitType/:hotel',
    module: 'shop/search/stay-page.tsx',
    queryOf: (query) => stayAddress('', '', stayChoiceOf(query)),
    asks: ({ params: { visitType = '', hotel = '' }, language }) => [
      asked(FoundStayDocument, { visitType, hotel, ...currenciesOf(language) }),
      shown(StayDetailsDocument, { visitType, hotel }),
    ],
    describe([{ hotel }, details], place) {
      const { visitType } = details;
      if (!hotel || !visitType || !details.hotel || soldRoomsOf(details as StayDetails).length === 0) return null;
      const { description } = visitType;
      const title = stayTitle(visitType, hotel);
      return {
        path: `/stays/${visitType.number}/${hotel.number}`,
        title,
        description: shortened(description.text || hotel.shortDescription.text || hotel.description.text || title),
        picture: hotel.images[0] ?? null,
        things: [lodgingBusiness(hotel, offerOf(hotel), place)],
      };
    },
  }),
  foundPage({
    path: '/hotels/:hotel',
    module: 'shop/search/hotel-page.tsx',
    queryOf: (query) => hotelAddress(0, searchOf(query)),
    asks: ({ params: { hotel = '' }, language }) => [
      asked(FoundHotelDocument, { hotel, ...currenciesOf(language) }),
      shown(HotelDetailsDocument, { hotel }),
    ],
    describe([{ hotel }], place) {
      if (!hotel) return null;
      return {
        path: `/hotels/${hotel.number}`,
        title: hotel.name,
        description: shortened(hotel.shortDescription.text || hotel.description.text || hotel.name),
        picture: hotel.images[0] ?? null,
        things: [lodgingBusiness(hotel, offerOf(hotel), place)],
      };
    },
  }),
];

/** As much of a text as search engines show, in whole words. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH_MAX) return line;
  const cut = beginningOf(line, DESCRIPTION_LENGTH_MAX);
  let end = Math.max(cut.lastIndexOf(' '), Math.min(cut.length, Math.floor(DESCRIPTION_LENGTH_MAX / 2)));
  while (end > 0 && ' ,;:.–-'.includes(cut.charAt(end - 1))) end--;
  return `${beginningOf(cut, end)} …`;
}
