/** The stay that is booked, with its price. */

import { useRef } from 'preact/hooks';
import { type CivilDate, showDate } from '../../format/civil-date.ts';
import type { PictureFragment, StayPriceLinesFragment } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { Picture } from '../search/picture.tsx';
import { Stars } from '../search/stars.tsx';
import { Cancellation } from '../search/stay/cancellation.tsx';
import { PriceLines } from '../search/stay/price-lines.tsx';
import { useSearchTexts } from '../search/texts/index.ts';
import { useCheckoutTexts } from './texts/index.ts';

interface Text {
  readonly text: string | null;
}

interface SummarisedRoom {
  /** Null: it goes without saying. */
  readonly guests: number | null;
  readonly roomType: { readonly beds: number; readonly category: Text };
}

export interface SummarisedStay {
  readonly visitType: { readonly name: Text };
  readonly hotel: {
    readonly name: string;
    readonly stars: number;
    readonly destination: { readonly name: Text };
  };
  readonly rooms: readonly SummarisedRoom[];
  readonly arrival: string;
  readonly departure: string;
}

/** The first that is not only decoration. */
const firstPicture = (images: readonly PictureFragment[]) => images.find(({ alt }) => alt.text !== '') ?? images[0];

export function StayFacts({ stay }: { readonly stay: SummarisedStay }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useCheckoutTexts();
  const day = (date: string) => showDate(date, language, { dateStyle: 'full' });
  return (
    <dl class="facts">
      <dt>{texts.stay}</dt>
      <dd>{stay.visitType.name.text}</dd>
      <dt>{texts.hotel}</dt>
      <dd>
        {stay.hotel.name} <Stars stars={stay.hotel.stars} />
        <br />
        <span class="muted">{stay.hotel.destination.name.text}</span>
      </dd>
      <dt>{stay.rooms.length > 1 ? texts.rooms : texts.room}</dt>
      <dd>
        {stay.rooms.map(({ guests, roomType }, room) => (
          <div key={room}>
            {guests !== null && `${common.guests({ count: guests })}: `}
            {roomType.category.text}, {common.beds({ count: roomType.beds })}
          </div>
        ))}
      </dd>
      <dt>{texts.arrival}</dt>
      <dd>{day(stay.arrival)}</dd>
      <dt>{texts.departure}</dt>
      <dd>{day(stay.departure)}</dd>
    </dl>
  );
}

/** `quote` null: it is on its way. */
export function StaySummary({
  stay,
  quote,
  today,
  isLoading,
}: {
  readonly stay: SummarisedStay & { readonly hotel: { readonly images: readonly PictureFragment[] } };
  readonly quote: StayPriceLinesFragment | null;
  readonly today: CivilDate;
  readonly isLoading: boolean;
}) {
  const texts = useCheckoutTexts();
  const searchTexts = useSearchTexts();
  // While another price is on its way, the last one keeps its place.
  const last = useRef(quote);
  if (quote) last.current = quote;
  const shown = quote ?? (isLoading ? last.current : null);
  return (
    <aside class="card stack checkout-summary" aria-labelledby="your-stay" aria-busy={isLoading}>
      <h2 id="your-stay">{texts.yourStay}</h2>
      <div class="checkout-picture">
        <Picture image={firstPicture(stay.hotel.images)} sizes="(min-width: 60rem) 24rem, 100vw" isFirst />
      </div>
      <StayFacts stay={stay} />
      {!shown && isLoading && <div class="skeleton lines-place" />}
      {shown && (
        <div class={quote ? undefined : 'skeleton'} aria-hidden={!quote}>
          <div class="stack">
            <PriceLines quote={shown} />
            <p class="small muted">{searchTexts.roomPrice}</p>
            <div>
              <h3>{texts.terms}</h3>
              <Cancellation stay={{ ...stay, cancellation: shown.cancellation }} today={today} />
            </div>
          </div>
        </div>
      )}
    </aside>
  );
}
