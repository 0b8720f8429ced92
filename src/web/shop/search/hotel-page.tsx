/** A hotel: what it is like, where it is, its rooms, and what is offered there to these guests on these days. */
import { ArrowLeft, ExternalLink, MapPin, Phone } from 'lucide';
import { useRef } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { mapHref, phoneHref } from '../../../domain/text/contact-links.ts';
import { showAddress } from '../../../domain/text/postal-address.ts';
import { Icon } from '../../design/icon.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { LANGUAGES } from '../../format/language.ts';
import type { Whole } from '../../gateway/request.ts';
import { HotelDetailsDocument, type HotelDetailsQuery } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { Amenities, CatalogueTexts, HouseRules, RoomFacts } from './hotel/hotel-facts.tsx';
import { changeSearch, useLastOffersAddress } from './last-search.ts';
import { NotFound } from './not-found.tsx';
import { ArrivalOver } from './offers/arrival-over.tsx';
import { nearestSoldNights } from './offers/nights-sold.ts';
import { NothingFound } from './offers/nothing-found.tsx';
import { OfferList, OfferSkeletons } from './offers/offer-list.tsx';
import { useOffers } from './offers/use-offers.ts';
import { Picture } from './picture.tsx';
import { SearchForm } from './search-form.tsx';
import {
  FLEX_MAX,
  hotelAddress,
  hotelSearch,
  offerFilterOf,
  offersAddress,
  type Search,
  searchOf,
  stayAddress,
} from './search-query.ts';
import { Stars } from './stars.tsx';
import { Gallery } from './stay/gallery.tsx';
import { PageSkeleton } from './stay/page-skeleton.tsx';
import { useSearchTexts } from './texts/index.ts';
import './search.css';
import './offers/offers.css';
import './stay/stay.css';
import './hotel/hotel.css';

type Details = Whole<HotelDetailsQuery>;
type Hotel = Details['hotel'];

export default function HotelPage() {
  const { params } = useRoute();
  const texts = useSearchTexts();
  const { hotel = '' } = params;
  const { data, problem, again } = useDatedAnswer({ hotel }, (request, asked) => request(HotelDetailsDocument, asked));
  if (problem) {
    return (
      <div class="stack">
        <h1>{texts.hotel}</h1>
        <RequestProblem code={problem} onAgain={again} />
      </div>
    );
  }
  if (!data) return <PageSkeleton />;
  // Null where there is no such hotel; the types know only of whole answers.
  const { hotel: found } = data as Partial<Details>;
  return found ? <FoundHotel hotel={found} today={data.viewer.today} /> : <NotFound />;
}

function FoundHotel({ hotel, today }: { readonly hotel: Hotel; readonly today: string }) {
  const { query } = useLocation();
  const texts = useSearchTexts();
  const heading = useShopTitle(hotel.name);
  const search = hotelSearch(searchOf(query));
  const { childrenPolicy, touristTax, accommodationRules, amenityCategories, roomTypes } = hotel;
  return (
    <article class="hotel-page stack">
      <header class="stack stay-head">
        <p>
          <a class="back" href={useLastOffersAddress(offersAddress({ ...search, pages: 1 }))}>
            <Icon icon={ArrowLeft} size={1.1} />
            {texts.toOffers}
          </a>
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {hotel.name}
        </h1>
        <p class="lead">
          <Stars stars={hotel.stars} /> {hotel.destination.name.text}
        </p>
        <Whereabouts hotel={hotel} />
        <Gallery images={hotel.images} />
        <div class="lead">
          <CatalogueTexts texts={[hotel.description]} />
        </div>
      </header>
      <OffersHere hotel={hotel} search={search} today={today} />
      <section class="stack" aria-labelledby="hotel-rooms">
        <h2 id="hotel-rooms">{texts.roomsHere}</h2>
        <ul class="tiles">
          {roomTypes.map((room) => (
            <li key={room.number} class="card tile">
              {roomTypes.some(({ images }) => images.length > 0) && (
                <Picture image={room.images[0]} sizes="(min-width: 60rem) 24rem, 92vw" />
              )}
              <div class="tile-text">
                <h3>{room.category.text}</h3>
                <RoomFacts room={room} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      {amenityCategories.length > 0 && (
        <section class="stack" aria-labelledby="hotel-amenities">
          <h2 id="hotel-amenities">{texts.amenities}</h2>
          <Amenities categories={amenityCategories} />
        </section>
      )}
      {(accommodationRules || childrenPolicy.text || touristTax.text) && (
        <section class="stack" aria-labelledby="hotel-rules">
          <h2 id="hotel-rules">{texts.goodToKnow}</h2>
          {accommodationRules && (
            <p>
              <HouseRules rules={accommodationRules} />
            </p>
          )}
          <CatalogueTexts texts={[childrenPolicy, touristTax]} />
        </section>
      )}
    </article>
  );
}

/** The address with the way to it, and the telephone. Nothing is loaded from the map. */
function Whereabouts({ hotel: { address, coordinates, phone } }: { readonly hotel: Hotel }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const map = mapHref({ coordinates, address });
  return (
    <address class="row whereabouts">
      {address && (
        <span class="row">
          <Icon icon={MapPin} size={1.1} />
          {showAddress(address, LANGUAGES[language].tag)}
        </span>
      )}
      {map && (
        <a class="row" href={map} target="_blank" rel="noopener noreferrer">
          {texts.onMap}
          <Icon icon={ExternalLink} size={1} />
        </a>
      )}
      {phone && (
        <a class="row" href={phoneHref(phone)}>
          <Icon icon={Phone} size={1.1} />
          {phone}
        </a>
      )}
    </address>
  );
}

function OffersHere({
  hotel,
  search,
  today,
}: {
  readonly hotel: Hotel;
  readonly search: Search;
  readonly today: string;
}) {
  const { language } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const filter = offerFilterOf({ ...search, hotel: hotel.number, onRequest: true }, today, language);
  const offers = useOffers({ filter, sort: 'PRICE', oneOfEachHotel: false }, search.pages);
  const addressOf = (changed: Search) => hotelAddress(hotel.number, changed);
  const keep = ({ arrival, nights, flex, guests, party }: Search) =>
    changeSearch({ arrival, nights, flex, guests, party });
  const searchedAt = (changed: Search) => {
    keep(changed);
    return addressOf(changed);
  };
  const first = offers.pages?.[0] ?? null;
  const { guests, party, nights, currency } = search;
  /** Where the days of a stay are. Its calendar is of one room, so a party is led to what is offered to it around its days. */
  const daysOf = (kind: Hotel['visitTypes'][number]) =>
    party
      ? offersAddress({
          ...search,
          ...{ nights: nearestSoldNights([kind], nights) ?? nights, flex: FLEX_MAX, onRequest: true, pages: 1 },
          ...{ hotel: hotel.number, visitType: kind.number },
        })
      : stayAddress(kind.number, hotel.number, { guests, nights, currency });
  return (
    <section class="stack" aria-labelledby="hotel-offers" aria-busy={offers.isLoading}>
      <h2 id="hotel-offers" ref={heading} tabIndex={-1}>
        {texts.offersHere}
      </h2>
      <SearchForm search={search} today={today} places={null} addressOf={searchedAt} />
      <ArrivalOver search={search} today={today} />
      <p class="found" role="status">
        {first && texts.found({ count: first.totalCount })}
        {!first && !offers.problem && common.loading}
      </p>
      {offers.problem && <RequestProblem code={offers.problem} onAgain={offers.again} />}
      {!offers.problem && !offers.pages && <OfferSkeletons isOfOneHotel />}
      {offers.pages && first && first.totalCount > 0 && (
        <OfferList pages={offers.pages} {...{ search, today, addressOf }} isLoading={offers.isLoading} isOfOneHotel />
      )}
      {first?.totalCount === 0 && (
        <NothingFound
          {...{ search, today, heading, addressOf }}
          found={first}
          stays={hotel.visitTypes}
          onWay={keep}
          isOfOneHotel
        />
      )}
      <h3>{texts.calendarsHere}</h3>
      <ul class="kinds-here">
        {hotel.visitTypes.map((kind) => (
          <li key={kind.number}>
            <a href={daysOf(kind)}>{kind.name.text || hotel.name}</a>{' '}
            <span class="small muted">
              {kind.nightsMin === kind.nightsMax
                ? common.nights({ count: kind.nightsMin })
                : texts.nightsRange({ from: kind.nightsMin, to: kind.nightsMax })}
              {kind.onDemand && `, ${texts.onRequest}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
