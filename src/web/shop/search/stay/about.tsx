/** What a stay is, and what is included. */
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { Amenities, CatalogueTexts, HouseRules } from '../hotel/hotel-facts.tsx';
import { Included, Tick } from '../included.tsx';
import { useSearchTexts } from '../texts/index.ts';
import { weekdayNames } from './calendar/weekdays.ts';
import type { Hotel, VisitType } from './stay-parts.ts';

export function About({ visitType, hotel }: { readonly visitType: VisitType; readonly hotel: Hotel }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const common = useCommonTexts();
  const { description, notice, startingDays, nightsMin, nightsMax } = visitType;
  const ofHotel = [hotel.description, hotel.childrenPolicy, hotel.touristTax].filter(({ text }) => text);
  return (
    <section class="stack" aria-labelledby="about">
      <h2 id="about">{texts.included}</h2>
      {description.text && (
        <p class="lead" lang={description.localeTag ?? undefined}>
          {description.text}
        </p>
      )}
      <ul class="ticks">
        <Included of={visitType} />
        <Tick>
          {nightsMin === nightsMax
            ? common.nights({ count: nightsMin })
            : texts.nightsRange({ from: nightsMin, to: nightsMax })}
        </Tick>
        {startingDays.length > 0 && <Tick>{texts.arrivalsOn({ weekdays: weekdayNames(startingDays, language) })}</Tick>}
      </ul>
      {notice.text && (
        <p class="muted" lang={notice.localeTag ?? undefined}>
          {notice.text}
        </p>
      )}
      {ofHotel.length > 0 && (
        <details class="card">
          <summary>{texts.aboutHotel({ hotel: hotel.name })}</summary>
          <CatalogueTexts texts={ofHotel} />
        </details>
      )}
      {hotel.amenityCategories.length > 0 && (
        <details class="card">
          <summary>{texts.amenities}</summary>
          <Amenities categories={hotel.amenityCategories} />
        </details>
      )}
      <p class="muted small">
        <HouseRules rules={hotel.accommodationRules} />
      </p>
    </section>
  );
}
