/** A stay: what it is, its rooms, its days, its price. */
import { ArrowLeft } from 'lucide';
import { useLocation, useRoute } from 'preact-iso';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { addDays } from '../../format/civil-date.ts';
import { StayDetailsDocument } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { changeSearch, useLastOffersAddress } from './last-search.ts';
import { NotFound } from './not-found.tsx';
import { CountField } from './search-form.tsx';
import {
  currencyOf,
  GUESTS_MAX,
  hotelAddress,
  offersAddress,
  type StayChoice,
  shownMonth,
  stayAddress,
  stayChoiceOf,
  USUAL_SEARCH,
} from './search-query.ts';
import { Stars } from './stars.tsx';
import { About } from './stay/about.tsx';
import { ChooseDays } from './stay/calendar/choose-days.tsx';
import { nearestStay } from './stay/calendar/nearest-stay.ts';
import { useMonth } from './stay/calendar/use-month.ts';
import { DoesNotFit } from './stay/does-not-fit.tsx';
import { Gallery } from './stay/gallery.tsx';
import { PageSkeleton } from './stay/page-skeleton.tsx';
import { Rooms } from './stay/rooms.tsx';
import { roomFor, type SoldRooms, type StayDetails, soldCurrency, soldRoomsOf, stayTitle } from './stay/stay-parts.ts';
import { Summary } from './stay/summary.tsx';
import { Terms } from './stay/terms.tsx';
import { useRoomPrices } from './stay/use-room-prices.ts';
import { useSearchTexts } from './texts/index.ts';
import './search.css';
import './stay/stay.css';
import './stay/calendar/calendar.css';

export default function StayPage() {
  const { params } = useRoute();
  const texts = useSearchTexts();
  const { visitType = '', hotel = '' } = params;
  const { data, problem, again } = useDatedAnswer({ visitType, hotel }, (request, asked) =>
    request(StayDetailsDocument, asked),
  );
  if (problem) {
    return (
      <div class="stack">
        <h1>{texts.summary}</h1>
        <RequestProblem code={problem} onAgain={again} />
      </div>
    );
  }
  if (!data) return <PageSkeleton />;
  // Null where there is no such thing; the types know only of whole answers.
  const { visitType: foundType, hotel: foundHotel } = data as Partial<StayDetails>;
  const [first, ...others] = foundType && foundHotel ? soldRoomsOf(data) : [];
  return first ? <Stay details={data} rooms={[first, ...others]} /> : <NotFound />;
}

function Stay({ details, rooms }: { readonly details: StayDetails; readonly rooms: SoldRooms }) {
  const { language } = usePage();
  const { query, route } = useLocation();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { visitType, hotel, viewer } = details;
  const heading = useShopTitle(stayTitle(visitType, hotel));
  const choice = stayChoiceOf(query);
  const { arrival, nights, guests } = choice;
  const wanted = currencyOf(choice, language);
  const currency = soldCurrency(rooms, wanted);
  const { roomType } = roomFor(rooms, { ...choice, currency });
  const { today } = viewer;
  const month = shownMonth(choice, today);
  const filter = { visitType: visitType.number, hotel: hotel.number, roomType: roomType.number };
  const calendar = useMonth({ filter, month, currency, today });
  const picked = arrival && nights ? { arrival, departure: addDays(arrival, nights) } : null;
  const stays = (arrival && calendar.days.get(arrival)?.stays) || [];
  const [firstDay] = [...calendar.days.values()].filter((day) => day.stays.length > 0);
  const prices = useRoomPrices(
    { visitType: visitType.number, hotel: hotel.number, guests, currency },
    arrival && nights
      ? { arrival, nights, isPicked: true }
      : firstDay
        ? { arrival: firstDay.date, nights: nearestStay(firstDay.stays, nights)?.nights ?? 1, isPicked: false }
        : null,
  );
  const change = (part: Partial<StayChoice>, replaces = true) =>
    route(stayAddress(visitType.number, hotel.number, { ...choice, ...part }), replaces);
  const back = { ...USUAL_SEARCH, arrival, guests, nights: nights ?? USUAL_SEARCH.nights, currency: choice.currency };
  return (
    <article class="stay-page">
      <header class="stack stay-head">
        <p>
          <a class="back" href={useLastOffersAddress(offersAddress(back))}>
            <Icon icon={ArrowLeft} size={1.1} />
            {texts.toOffers}
          </a>
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {visitType.name.text || hotel.name}
        </h1>
        <p class="lead">
          <a href={hotelAddress(hotel.number, back)}>{hotel.name}</a> <Stars stars={hotel.stars} />,{' '}
          {hotel.destination.name.text}
        </p>
        <DoesNotFit
          rooms={rooms}
          room={roomType}
          guests={guests}
          offers={offersAddress(back)}
          onRoom={(room) => change({ room })}
          onGuests={(fitting) => change({ guests: fitting })}
        />
        {currency !== wanted && <Notice tone="ask">{texts.soldIn({ sold: currency, wanted })}</Notice>}
        <Gallery images={hotel.images} />
      </header>
      <div class="stay-about stack">
        <About visitType={visitType} hotel={hotel} />
      </div>
      <div class="stay-choice stack">
        <section class="stack" aria-labelledby="rooms">
          <h2 id="rooms">{texts.rooms}</h2>
          <CountField
            label={texts.howMany}
            class="stay-guests"
            value={guests}
            from={1}
            to={GUESTS_MAX}
            says={common.guests}
            onPick={(count) => {
              changeSearch({ guests: count, party: null });
              change({ guests: count, ...(count > roomType.beds && { room: null }) });
            }}
          />
          <Rooms
            rooms={rooms}
            chosen={roomType.number}
            guests={guests}
            prices={prices}
            onRoom={(room) => change({ room })}
          />
        </section>
        <section class="stack" aria-labelledby="days">
          <h2 id="days">{texts.days}</h2>
          <ChooseDays
            visitType={visitType}
            today={today}
            month={month}
            calendar={calendar}
            picked={picked}
            nights={nights}
            currency={currency}
            onMonth={(turnedTo) => change({ month: turnedTo })}
            onStay={(date, length) => {
              changeSearch({ arrival: date, nights: length });
              change({ arrival: date, nights: length, month: null });
            }}
          />
        </section>
      </div>
      <div class="stay-summary">
        <Summary
          visitType={visitType}
          hotel={hotel}
          room={roomType}
          picked={picked}
          guests={guests}
          today={today}
          currency={currency}
          state={JSON.stringify(stays.find((stay) => stay.nights === nights) ?? null)}
        />
      </div>
      <div class="stay-terms">
        <Terms terms={visitType.cancellationTerms} />
      </div>
    </article>
  );
}
