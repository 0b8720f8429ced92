/** The month of a stay's prices in one price list, with the form that changes them. */
import { useState } from 'preact/hooks';
import { dayOf } from '../../../../domain/time/civil-date.ts';
import { Field } from '../../../design/field.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { LANGUAGES } from '../../../format/language.ts';
import { showAmount, showMoney } from '../../../format/money.ts';
import { DeskRatesDocument, type DeskRatesQuery } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useLiveAnswer } from '../../use-live-answer.ts';
import { AllPrices } from '../changes/all-prices.tsx';
import { ChangeLog } from '../changes/change-log.tsx';
import type { Hotel } from '../hotel-view.tsx';
import { MonthBar } from '../month/month-bar.tsx';
import { type GridCell, MonthGrid, useGridRooms } from '../month/month-grid.tsx';
import { SelectionFields } from '../month/selection-fields.tsx';
import { isAmong } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useAddress } from '../use-address.ts';
import { useMonthChoice } from '../use-month-choice.ts';
import { useListName } from './list-name.ts';
import type { PricedRange, RateChange } from './plan.ts';
import { PriceForm } from './price-form.tsx';

/** Changes of prices raise no events. */
const RATES_REFRESH_MS = 5_000;

export function RatesMonth({ hotel }: { readonly hotel: Hotel }) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  const listName = useListName();
  const { query, change } = useAddress();
  const choice = useMonthChoice(hotel.roomTypes.map(({ number }) => number));
  const { today, nights, selection } = choice;
  const [wrong, setWrong] = useState<readonly RateChange[]>([]);
  const visitType =
    hotel.visitTypes.find(({ number }) => String(number) === query.visitType) ?? hotel.visitTypes[0] ?? null;
  const month = useRates(hotel.number, visitType?.number ?? null, choice.shown);
  const beyond = useRates(hotel.number, visitType?.number ?? null, choice.beyond);
  const { data } = month;
  const problem = month.problem ?? beyond.problem;
  const again = () => {
    month.again();
    if (choice.beyond !== null) beyond.again();
  };
  const list =
    data?.find(({ priceList }) => String(priceList) === query.list) ??
    data?.find(({ currency }) => currency === query.currency) ??
    data?.find(({ currency }) => currency === LANGUAGES[language].currency) ??
    data?.[0] ??
    null;
  const isKnown = choice.beyond === null || beyond.data !== null;
  const priced =
    list &&
    rangesOf(
      list,
      beyond.data?.find(({ priceList }) => priceList === list.priceList),
    );
  const cell = ({ room, night }: { room: number; night: number }): GridCell => {
    if (!list || !priced) return { content: <span class="skeleton mark-skeleton" />, name: '', state: '' };
    const range = priced.find(({ roomType, from, to }) => roomType === room && from <= night && night <= to);
    if (!range) return { content: <b class="left">–</b>, name: texts.noPrice, state: 'unrecorded' };
    const amount = { amountMinor: range.amountMinor, currency: list.currency };
    return {
      content: <b class="amount">{showAmount(amount, language)}</b>,
      name: showMoney(amount, language),
      state: 'priced',
    };
  };
  const rooms = useGridRooms(hotel);
  if (visitType === null) return <p class="empty">{texts.noVisitTypes}</p>;
  return (
    <>
      <div class="price-choice">
        <Field label={texts.visitType}>
          {(attributes) => (
            <select
              {...attributes}
              value={visitType.number}
              onChange={({ currentTarget: { value } }) =>
                // Another stay has other lists; the currency stays.
                change({ visitType: value, list: null, currency: list?.currency ?? null }, { isStep: true })
              }
            >
              {hotel.visitTypes.map(({ number, name }) => (
                <option key={number} value={number}>
                  {name.text ?? number}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.priceList}>
          {(attributes) => (
            <select
              {...attributes}
              value={list?.priceList ?? ''}
              onChange={({ currentTarget: { value } }) => change({ list: value, currency: null }, { isStep: true })}
            >
              {data?.map((list) => (
                <option key={list.priceList} value={list.priceList}>
                  {listName(list)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <MonthBar month={choice.month} first={choice.firstMonth} last={choice.lastMonth} onMonth={choice.showMonth} />
      {problem !== null && <RequestProblem code={problem} onAgain={again} />}
      {data?.length === 0 ? (
        <p class="empty">{texts.noPriceLists}</p>
      ) : (
        <>
          <MonthGrid
            class="prices"
            label={texts.pricesTitle}
            describedBy="how-to-choose"
            {...{ rooms, nights, today, selection, cell }}
            isLoading={data === null}
            isWrong={(cell) => isAmong(wrong, cell)}
            onSelect={choice.select}
          />
          <ul class="legend explains small" aria-label={texts.legend}>
            <li>
              <span class="sample unrecorded">–</span>
              {texts.noPrice}
            </li>
            <li>
              <span class="sample weekend">{texts.weekendSample}</span>
              {texts.legendWeekend}
            </li>
          </ul>
          <p class="explains small muted" id="how-to-choose">
            {texts.howToChoose}
          </p>
          <section class="card stack">
            <h2>{texts.chosen}</h2>
            <SelectionFields {...{ rooms, nights, today, selection }} onSelect={choice.select} />
            {!list && problem === null && <div class="skeleton price-form-skeleton" />}
            {list && (
              <PriceForm
                key={list.priceList}
                hotel={hotel.number}
                {...{ rooms, today, selection }}
                priced={isKnown ? priced : null}
                visitType={visitType.number}
                list={list}
                onWrong={setWrong}
                onChanged={again}
              />
            )}
          </section>
          {list && (
            <AllPrices
              hotel={hotel.number}
              {...{ rooms, today, selection }}
              currency={list.currency}
              onChanged={again}
            />
          )}
          <ChangeLog kind="prices" hotel={hotel.number} rooms={rooms} onChanged={again} />
        </>
      )}
    </>
  );
}

/** The price lists with the prices of nights, live; null asks nothing. */
function useRates(
  hotel: number,
  visitType: number | null,
  nights: { readonly from: string; readonly to: string } | null,
) {
  return useLiveAnswer(
    visitType === null || nights === null ? null : { hotel, visitType, ...nights },
    async (request, asked): Promise<readonly ListRates[]> => (await request(DeskRatesDocument, asked)).rates,
    { everyMs: RATES_REFRESH_MS },
  );
}

type ListRates = NonNullable<DeskRatesQuery['rates']>[number];

/** The ranges of one list as two answers show them, each once. */
function rangesOf(...answers: readonly (ListRates | undefined)[]): PricedRange[] {
  const ranges = answers.flatMap((list) => list?.rates ?? []);
  const each = new Map(ranges.map((range) => [`${range.roomType.number} ${range.from}`, range]));
  return [...each.values()].map(({ roomType, from, to, amountMinor }) => ({
    ...{ roomType: roomType.number, amountMinor },
    ...{ from: dayOf(from), to: dayOf(to) },
  }));
}
