/** The front page: the question, and what invites. */
import { useState } from 'preact/hooks';
import { RequestProblem } from '../../design/problem.tsx';
import { LANGUAGES } from '../../format/language.ts';
import type { Whole } from '../../gateway/request.ts';
import { SearchInvitationDocument, type SearchInvitationQuery } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { FromTotal } from './from-total.tsx';
import { useLastSearch } from './last-search.ts';
import { ArrivalOver } from './offers/arrival-over.tsx';
import { nearestSoldNights } from './offers/nights-sold.ts';
import { Picture } from './picture.tsx';
import { SearchForm } from './search-form.tsx';
import { offersAddress, type Search, USUAL_SEARCH } from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';
import './search.css';

type Invitation = Whole<SearchInvitationQuery>;
type Place = Invitation['destinations'][number];
type Kind = Invitation['visitTypes']['nodes'][number];

export function SearchPage() {
  const { language } = usePage();
  const texts = useSearchTexts();
  const { currency } = LANGUAGES[language];
  const { data, problem, again } = useDatedAnswer({ currency }, (request, asked) =>
    request(SearchInvitationDocument, asked),
  );
  const heading = useShopTitle(texts.heroTitle);
  // What this form does not ask for is not searched for unseen.
  const { wish, destination, arrival, nights, flex, guests, party } = useLastSearch();
  const search = { ...USUAL_SEARCH, wish, destination, arrival, nights, flex, guests, party };
  const [changed, setChosen] = useState<Search | null>(null);
  // Tiles have nothing of the wish: it changes with every letter, and each tile would ask anew.
  const chosen = { ...(changed ?? search), wish: null };
  return (
    <div class="stack front">
      <section class="hero stack">
        <h1 ref={heading} tabIndex={-1}>
          {texts.heroTitle}
        </h1>
        <p class="lead">{texts.heroLead}</p>
        <SearchForm
          search={search}
          today={data?.viewer.today ?? null}
          places={data?.destinations ?? []}
          onChange={setChosen}
        />
        <ArrivalOver search={chosen} today={data?.viewer.today ?? null} />
      </section>
      {problem ? (
        <RequestProblem code={problem} onAgain={again} />
      ) : (
        <>
          <section class="stack" aria-labelledby="places">
            <h2 id="places">{texts.places}</h2>
            <ul class="tiles places" aria-busy={data === null}>
              {data
                ? data.destinations.map((place) => (
                    <PlaceTile key={place.number} place={place} chosen={chosen} today={data.viewer.today} />
                  ))
                : [1, 2, 3].map((tile) => <li key={tile} class="skeleton place-tile" />)}
            </ul>
          </section>
          <section class="stack" aria-labelledby="kinds">
            <h2 id="kinds">{texts.kinds}</h2>
            <ul class="tiles" aria-busy={data === null}>
              {data
                ? data.visitTypes.nodes.map((kind) => (
                    <KindTile key={kind.number} kind={kind} chosen={chosen} today={data.viewer.today} />
                  ))
                : [1, 2, 3, 4, 5, 6].map((tile) => <li key={tile} class="skeleton kind-tile" />)}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}

interface Chosen {
  /** Who travels, when and for how long. */
  readonly chosen: Search;
  readonly today: string;
}

function PlaceTile({
  place: { number, name, hotelCount, visitTypeCount, picture },
  chosen,
  today,
}: Chosen & { readonly place: Place }) {
  const texts = useSearchTexts();
  const search = { ...chosen, destination: number };
  return (
    <li class="card tile place-tile">
      <Picture image={picture} sizes="(min-width: 60rem) 24rem, 92vw" />
      <div class="tile-text">
        <h3>
          <a class="whole" href={offersAddress(search)}>
            {name.text}
          </a>
        </h3>
        <p class="muted small">
          {texts.hotels({ count: hotelCount })} · {texts.kindsOfStay({ count: visitTypeCount })}
        </p>
        <FromTotal search={search} today={today} />
      </div>
    </li>
  );
}

function KindTile({ kind, chosen, today }: Chosen & { readonly kind: Kind }) {
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { number, name, description, commercialSlogan, nightsMin, nightsMax, hotelCount, hotels, tags } = kind;
  const [only] = hotels;
  const says = description.text ? description : commercialSlogan;
  const nights = nearestSoldNights([kind], chosen.nights) ?? nightsMin;
  const search = { ...chosen, destination: null, visitType: number, nights, onRequest: kind.onDemand };
  return (
    <li class="card tile kind-tile">
      <div class="tile-text">
        <p class="row tags">
          <span class="tag">
            {nightsMin === nightsMax
              ? common.nights({ count: nightsMin })
              : texts.nightsRange({ from: nightsMin, to: nightsMax })}
          </span>
          {tags.map((tag) => (
            <span class="tag good" key={tag.number}>
              {tag.name.text}
            </span>
          ))}
        </p>
        <h3>
          <a class="whole" href={offersAddress(search)}>
            {name.text || only?.hotel.name}
          </a>
        </h3>
        <p class="muted small clamped" lang={says.localeTag ?? undefined}>
          {says.text}
        </p>
        <p class="muted small">{only && hotelCount === 1 ? only.hotel.name : texts.hotels({ count: hotelCount })}</p>
        <FromTotal search={search} today={today} />
      </div>
    </li>
  );
}
