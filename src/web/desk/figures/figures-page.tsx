/** What a hotel has sold (M15): a month by days or a year by months, and the bookings behind it as a file. */
import { ChevronLeft, ChevronRight, Download } from 'lucide';
import { useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { showDate } from '../../format/civil-date.ts';
import { codeOf } from '../../gateway/use-answer.ts';
import { DeskFiguresDocument, type PeriodUnit } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useDeskHotels } from '../hotels.ts';
import { Operations } from '../operations.tsx';
import { HotelField } from '../rooms/hotel-view.tsx';
import { useAddress } from '../rooms/use-address.ts';
import { useSession } from '../session.tsx';
import { useLoading } from '../single-keys.ts';
import { useLiveAnswer } from '../use-live-answer.ts';
import { ViewTitle } from '../view-title.tsx';
import { downloadBookings } from './download.ts';
import { FiguresTables } from './figures-tables.tsx';
import { useFiguresTexts } from './texts/index.ts';
import { type Span, useSpan } from './use-span.ts';
import './figures.css';

/** Rooms for sale are in the figures, and raise no events. */
const FIGURES_REFRESH_MS = 30_000;

export default function FiguresPage() {
  const texts = useFiguresTexts();
  const { query, change } = useAddress();
  const { span, show, move } = useSpan();
  const hotels = useDeskHotels();
  const number = query.hotel ?? hotels.data?.[0]?.number.toString() ?? null;
  const { from, to, by } = span;
  const figures = useLiveAnswer(
    number === null ? null : { hotel: number, from, to, by },
    async (request, asked) => ({ shown: (await request(DeskFiguresDocument, asked)).figures }),
    { everyMs: FIGURES_REFRESH_MS, isAbout: ({ hotel }) => String(hotel) === number },
  );
  const problem = hotels.problem ?? figures.problem;
  const again = hotels.problem ? hotels.again : figures.again;
  useLoading(figures.data === null && problem === null);
  return (
    <div class="stack">
      <div class="view-top">
        <ViewTitle title={texts.title} />
        <HotelField hotels={hotels.data} number={number} onHotel={(hotel) => change({ hotel }, { isStep: true })} />
      </div>
      <div class="figures-choice row no-print">
        <SpanBar span={span} onMove={move} />
        <Field label={texts.by}>
          {(attributes) => (
            <select {...attributes} value={by} onChange={({ currentTarget: { value } }) => show(value as PeriodUnit)}>
              <option value="DAY">{texts.byDay}</option>
              <option value="MONTH">{texts.byMonth}</option>
            </select>
          )}
        </Field>
        {number !== null && <SaveBookings key={`${number} ${span.name}`} hotel={number} span={span} />}
      </div>
      {problem !== null && <RequestProblem code={problem} sentences={figures.sentences} onAgain={again} />}
      {hotels.data?.length === 0 || figures.data?.shown === null ? (
        <p class="empty">{texts.noHotel}</p>
      ) : figures.data ? (
        <FiguresTables figures={figures.data.shown} by={by} />
      ) : (
        problem === null && <div class="skeleton figures-skeleton" />
      )}
      <Operations documents={[DeskFiguresDocument]} />
    </div>
  );
}

function SpanBar({ span, onMove }: { readonly span: Span; onMove(steps: -1 | 1): void }) {
  const { language } = usePage();
  const texts = useFiguresTexts();
  const style = span.by === 'DAY' ? ({ month: 'long', year: 'numeric' } as const) : ({ year: 'numeric' } as const);
  return (
    <div class="month-bar row">
      <button type="button" class="quiet" aria-label={texts.before} onClick={() => onMove(-1)}>
        <Icon icon={ChevronLeft} />
      </button>
      <h2 aria-live="polite">{showDate(span.from, language, style)}</h2>
      <button type="button" class="quiet" aria-label={texts.after} onClick={() => onMove(1)}>
        <Icon icon={ChevronRight} />
      </button>
    </div>
  );
}

function SaveBookings({ hotel, span }: { readonly hotel: string; readonly span: Span }) {
  const { key } = usePage();
  const { leave } = useSession();
  const texts = useFiguresTexts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (isBusy || key === null) return;
    setBusy(true);
    const code = await downloadBookings({ key, hotel, span }).then(() => null, codeOf);
    if (code === 'UNAUTHENTICATED') return leave(true);
    setProblem(code);
    setBusy(false);
  };
  return (
    <>
      <button type="button" aria-busy={isBusy} onClick={save}>
        <Icon icon={Download} />
        {texts.save}
      </button>
      {problem !== null && <RequestProblem code={problem} onAgain={save} />}
    </>
  );
}
