/** The month of a stay's prices in one price list, with the form that changes them. */
import { parseDay } from '../../../../domain/time/civil-date.ts';
import { Field } from '../../../design/field.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { LANGUAGES } from '../../../format/language.ts';
import { showAmount, showMoney } from '../../../format/money.ts';
import { DeskRatesDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import type { Hotel } from '../hotel-view.tsx';
import { MonthBar } from '../month/month-bar.tsx';
import { type GridCell, MonthGrid } from '../month/month-grid.tsx';
import { SelectionFields } from '../month/selection-fields.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { useAddress } from '../use-address.ts';
import { useLastAnswer } from '../use-live-answer.ts';
import { useMonthChoice } from '../use-month-choice.ts';
import { useListName } from './list-name.ts';
import type { PricedRange } from './plan.ts';
import { PriceForm } from './price-form.tsx';

export function RatesMonth({ hotel }: { readonly hotel: Hotel }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  const listName = useListName();
  const { query, change } = useAddress();
  const choice = useMonthChoice(hotel.roomTypes.map(({ number }) => number));
  const { today, nights, selection, window } = choice;
  const visitType =
    hotel.visitTypes.find(({ number }) => String(number) === query.visitType) ?? hotel.visitTypes[0] ?? null;
  const { data, problem, again } = useLastAnswer(
    visitType && `rates ${hotel.number} ${visitType.number} ${window.from} ${window.to}`,
    async (request) =>
      (await request(DeskRatesDocument, { visitType: visitType!.number, hotel: hotel.number, ...window })).rates,
  );
  const list =
    data?.find(({ priceList }) => String(priceList.number) === query.list) ??
    data?.find(({ priceList }) => priceList.currency === LANGUAGES[language].currency) ??
    data?.[0] ??
    null;
  const priced: PricedRange[] | null =
    list &&
    list.rates.map(({ roomType, from, to, amountMinor }) => ({
      ...{ roomType: roomType.number, amountMinor },
      ...{ from: parseDay(from)!, to: parseDay(to)! },
    }));
  const cell = ({ room, night }: { room: number; night: number }): GridCell => {
    if (!list || !priced) return { content: <span class="skeleton mark-skeleton" />, name: '', state: '' };
    const range = priced.find(({ roomType, from, to }) => roomType === room && from <= night && night <= to);
    if (!range) return { content: <b class="left">–</b>, name: texts.noPrice, state: 'unrecorded' };
    const amount = { minorUnits: range.amountMinor, currency: list.priceList.currency };
    return { content: <b class="amount">{showAmount(amount, language)}</b>, name: showMoney(amount, language), state: 'priced' };
  };
  const rooms = hotel.roomTypes.map(({ number, beds, category }) => ({
    number,
    name: category.text ?? String(number),
    detail: common.beds(beds),
  }));
  if (visitType === null) return <p class="empty">{texts.noVisitTypes}</p>;
  return (
    <>
      <div class="price-choice">
        <Field label={texts.visitType}>
          {(attributes) => (
            <select
              {...attributes}
              value={visitType.number}
              onChange={({ currentTarget: { value } }) => change({ visitType: value, list: null }, { isStep: true })}
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
              value={list?.priceList.number ?? ''}
              onChange={({ currentTarget: { value } }) => change({ list: value }, { isStep: true })}
            >
              {data?.map(({ priceList }) => (
                <option key={priceList.number} value={priceList.number}>
                  {listName(priceList)}
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
            label={texts.pricesTitle}
            describedBy="how-to-choose"
            {...{ rooms, nights, today, selection, cell }}
            isLoading={data === null}
            isWrong={() => false}
            onSelect={choice.select}
          />
          <p class="small muted" id="how-to-choose">
            {texts.howToChoose}
          </p>
          <section class="card stack">
            <h2>{texts.chosen}</h2>
            <SelectionFields {...{ rooms, nights, today, selection }} onSelect={choice.select} />
            {list && priced && (
              <PriceForm
                key={list.priceList.number}
                {...{ rooms, today, selection, priced }}
                visitType={visitType.number}
                list={list.priceList}
                onChanged={again}
              />
            )}
          </section>
        </>
      )}
    </>
  );
}
