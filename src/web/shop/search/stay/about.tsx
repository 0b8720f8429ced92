/** What a stay is, and what is included. */
import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../design/icon.tsx';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { Amenities, CatalogueTexts, HouseRules } from '../hotel/hotel-facts.tsx';
import { useSearchTexts } from '../texts/index.ts';
import { weekdayNames } from './calendar/weekdays.ts';
import type { Hotel, VisitType } from './stay-parts.ts';

export function About({ visitType, hotel }: { readonly visitType: VisitType; readonly hotel: Hotel }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const common = useCommonTexts();
  const { description, services, notice, boarding, procedures, procedureFrequency, startingDays } = visitType;
  const { nightsMin, nightsMax } = visitType;
  // The catalogue's own sentence names meals and procedures too.
  const included = services.text?.split(/,\s+/) ?? [
    texts.boardings[boarding],
    ...(procedures > 0 ? [texts.procedures[procedureFrequency]({ count: procedures })] : []),
  ];
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
        {included.map((service) => (
          <Tick key={service} lang={services.localeTag ?? undefined}>
            {service}
          </Tick>
        ))}
        {visitType.inclusions.map(({ name, quantity, per }) => (
          <Tick key={name.text}>
            <span lang={name.localeTag ?? undefined}>{name.text}</span>
            {quantity && per && <span class="muted"> {texts.often[per]({ count: quantity })}</span>}
          </Tick>
        ))}
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

function Tick({ lang, children }: { readonly lang?: string | undefined; readonly children: ComponentChildren }) {
  return (
    <li lang={lang}>
      <Icon icon={Check} size={1.1} />
      <span>{children}</span>
    </li>
  );
}
