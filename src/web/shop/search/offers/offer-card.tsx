/** An offer: one stay in one room, with what it costs. */

import { cancellationSentences } from '../../../format/cancellation-sentences.ts';
import { type CivilDate, showDate } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { feesOf, sumOf } from '../../../format/together.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { AvailabilityTag } from '../availability.tsx';
import { Included } from '../included.tsx';
import { partyAddress } from '../party-address.ts';
import { Picture } from '../picture.tsx';
import { guestsOf, hotelAddress, offersAddress, type Search, stayAddress } from '../search-query.ts';
import { Stars } from '../stars.tsx';
import { useSearchTexts } from '../texts/index.ts';
import type { Offer } from './use-offers.ts';

/** How much of what is included fits on a card. */
const INCLUDED_MOST = 4;

export function OfferCard({
  offer,
  search,
  today,
  isFirst,
  isOfOneHotel,
}: {
  readonly offer: Offer;
  readonly search: Search;
  readonly today: CivilDate;
  readonly isFirst: boolean;
  /** What is beside it is about the hotel. */
  readonly isOfOneHotel: boolean;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { arrival, departure, nights, availability, visitType, hotel, rooms, total, hotelOfferCount } = offer;
  const day = (date: string) => showDate(date, language, { weekday: 'short', day: 'numeric', month: 'short' });
  const perNight = { ...total, amountMinor: Math.round(total.amountMinor / nights / 100) * 100 };
  const base = sumOf(rooms.map(({ quote }) => quote.basePrice));
  const isReduced = base.amountMinor > total.amountMinor;
  const { guests, currency, party } = search;
  const [room] = rooms;
  const address = party
    ? partyAddress({
        visitType: visitType.number,
        hotel: hotel.number,
        arrival,
        nights,
        party,
        currency: total.currency,
      })
    : stayAddress(visitType.number, hotel.number, {
        guests,
        room: room?.roomType.number ?? null,
        arrival,
        nights,
        currency,
      });
  return (
    <li class={`card tile offer ${isOfOneHotel ? 'of-hotel' : ''}`}>
      {!isOfOneHotel && <Picture image={hotel.images[0]} sizes="(min-width: 48rem) 16rem, 92vw" isFirst={isFirst} />}
      <div class="offer-what">
        {isOfOneHotel ? (
          <h3>
            <a class="whole" href={address}>
              {visitType.name.text || hotel.name}
            </a>
          </h3>
        ) : (
          <>
            <p class="small muted">
              {hotel.destination.name.text} <Stars stars={hotel.stars} />
            </p>
            <h2>
              <a class="whole" href={address}>
                {hotel.name}
              </a>
            </h2>
            <p>
              <strong>{visitType.name.text}</strong>
            </p>
          </>
        )}
        {rooms.map(({ roomType, guests: sleeping }, place) => (
          <p key={place} class="muted">
            {party && sleeping !== null && `${common.guests({ count: sleeping })}: `}
            {roomType.category.text}, {common.beds({ count: roomType.beds })}
          </p>
        ))}
        <p class="figures">
          {day(arrival)} – {day(departure)}, {common.nights({ count: nights })}
        </p>
        <ul class="offer-included small">
          <Included of={visitType} most={INCLUDED_MOST} />
        </ul>
        {!isOfOneHotel && (
          <p class="row small beside-whole">
            <a href={hotelAddress(hotel.number, { ...search, pages: 1 })}>{texts.aboutHotel({ hotel: hotel.name })}</a>
            {search.byHotel && hotelOfferCount !== null && hotelOfferCount > 1 && (
              <a href={offersAddress({ ...search, hotel: hotel.number, byHotel: false, pages: 1 })}>
                {texts.allOfHotel({ count: hotelOfferCount, hotel: hotel.name })}
              </a>
            )}
          </p>
        )}
      </div>
      <div class="offer-price">
        <AvailabilityTag availability={availability} />
        <p class="price figures">
          {isReduced && (
            <>
              <span class="unseen">{texts.before}</span>
              <s class="small muted">{showMoney(base, language)}</s>{' '}
            </>
          )}
          <strong>{showMoney(total, language)}</strong>
        </p>
        <p class="small figures">
          {common.guests({ count: guestsOf(search) })}, {common.nights({ count: nights })}
        </p>
        <p class="small muted figures">{texts.aboutPerNight({ price: showMoney(perNight, language) })}</p>
        <p class="small">
          {
            cancellationSentences(
              { arrival, cancellation: feesOf(rooms.map(({ quote }) => quote)) },
              { today, language },
            )[0]
          }
        </p>
      </div>
    </li>
  );
}
