/** What the shop sells, in the words of schema.org (F17). */
import { showAddress } from '../../../domain/text/postal-address.ts';
import { LANGUAGES, type Language } from '../../format/language.ts';
import type { FoundOfferFragment, LodgingFragment, PictureFragment } from '../../generated/operations.ts';
import { stayAddress, USUAL_SEARCH } from '../search/search-query.ts';

const CONTEXT = 'https://schema.org';
const AVAILABILITY = {
  AVAILABLE: `${CONTEXT}/InStock`,
  ON_DEMAND: `${CONTEXT}/LimitedAvailability`,
  NOT_AVAILABLE: `${CONTEXT}/SoldOut`,
} as const;
/** So many pictures say enough. */
const PICTURES_MAX = 5;

/** Where the shop is, for the addresses of things. */
interface Where {
  readonly origin: string;
  readonly language: Language;
}

/** A hotel; `offer` null: nothing can be had in it. */
export function lodgingBusiness(
  {
    number,
    name,
    stars,
    address,
    phone,
    coordinates,
    destination,
    images,
    accommodationRules,
    ...texts
  }: LodgingFragment,
  offer: FoundOfferFragment | null,
  { origin, language }: Where,
): object {
  const { tag } = LANGUAGES[language];
  const url = hotelUrl(number, origin);
  return {
    '@context': CONTEXT,
    '@type': 'LodgingBusiness',
    '@id': url,
    url,
    name,
    ...optional('description', texts.shortDescription.text ?? texts.description.text),
    ...optional('image', images.length > 0 ? images.slice(0, PICTURES_MAX).map((image) => image.url) : null),
    address: {
      '@type': 'PostalAddress',
      ...optional('addressLocality', destination.name.text),
      ...optional('streetAddress', address && showAddress(address, tag)),
    },
    ...optional('telephone', phone),
    ...optional('geo', coordinates && { '@type': 'GeoCoordinates', ...coordinates }),
    starRating: { '@type': 'Rating', ratingValue: stars },
    ...optional('checkinTime', accommodationRules?.checkInFrom),
    ...optional('checkoutTime', accommodationRules?.checkOutTo),
    ...optional('petsAllowed', accommodationRules?.petsAllowed),
    ...(offer && { makesOffer: offerOf(offer, number, origin) }),
  };
}

/** The cheapest stay, at the address where it is chosen already. */
function offerOf(
  { visitType, roomType, arrival, nights, availability, total }: FoundOfferFragment,
  hotel: number,
  origin: string,
): object {
  const guests = Math.min(USUAL_SEARCH.guests, roomType?.beds ?? 1);
  const choice = { guests, room: roomType?.number ?? null, arrival, nights, currency: total.currency };
  return {
    '@type': 'Offer',
    ...optional('name', visitType.name.text),
    url: origin + stayAddress(visitType.number, hotel, choice),
    price: (total.amountMinor / 100).toFixed(2),
    priceCurrency: total.currency,
    availability: AVAILABILITY[availability],
    availabilityStarts: arrival,
    eligibleDuration: { '@type': 'QuantitativeValue', value: nights, unitCode: 'DAY' },
    ...(roomType && {
      itemOffered: {
        '@type': 'HotelRoom',
        ...optional('name', roomType.category.text),
        occupancy: { '@type': 'QuantitativeValue', maxValue: roomType.beds },
      },
    }),
  };
}

/** The shop as a whole. */
export function webSite(name: string, { origin, language }: Where): object {
  return { '@context': CONTEXT, '@type': 'WebSite', name, url: `${origin}/`, inLanguage: LANGUAGES[language].tag };
}

/** The first hotels of the shop. */
export function hotelList(
  hotels: readonly {
    readonly number: number;
    readonly name: string;
    readonly images: readonly Pick<PictureFragment, 'url'>[];
  }[],
  origin: string,
): object {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListElement: hotels.map(({ number, name, images: [image] }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      item: {
        '@type': 'LodgingBusiness',
        '@id': hotelUrl(number, origin),
        name,
        url: hotelUrl(number, origin),
        ...optional('image', image?.url),
      },
    })),
  };
}

const hotelUrl = (number: number, origin: string) => `${origin}/hotels/${number}`;

function optional(name: string, value: unknown): object {
  return value == null || value === '' ? {} : { [name]: value };
}
