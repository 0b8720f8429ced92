/** What has changed the prices or the rooms of a hotel, the newest first, with the way back (M14). */
import { Undo2 } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { dayOf } from '../../../../domain/time/civil-date.ts';
import { Icon } from '../../../design/icon.tsx';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import type { Request } from '../../../gateway/request.ts';
import {
  type ChangeOperation,
  DeskPriceChangesDocument,
  DeskRoomChangesDocument,
  DeskUndoChangeDocument,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { showMoment } from '../../bookings/moment.ts';
import { useLiveAnswer } from '../../use-live-answer.ts';
import type { GridRoom } from '../month/month-grid.tsx';
import { Refused } from '../outcome.tsx';
import type { Refusal } from '../refusal.ts';
import { useRoomsTexts } from '../texts/index.ts';
import { useNightText, useRangeText } from '../use-range-text.ts';
import { useSending } from '../use-sending.ts';
import { ManagersPart } from './managers-part.tsx';

const ASK = {
  prices: async (request: Request, hotel: number) =>
    (await request(DeskPriceChangesDocument, { hotel })).changesOfPrices.nodes,
  rooms: async (request: Request, hotel: number) =>
    (await request(DeskRoomChangesDocument, { hotel })).changesOfRooms.nodes,
};

/** What it takes to see and to undo them. */
const RIGHT_OF = { prices: 'RATES', rooms: 'INVENTORY' } as const;

/** As the prices, which raise no events. */
const LOG_REFRESH_MS = 5_000;

interface LogProps {
  readonly kind: keyof typeof ASK;
  readonly hotel: number;
  readonly rooms: readonly GridRoom[];
  onChanged(): void;
}

export function ChangeLog(props: LogProps) {
  const texts = useRoomsTexts();
  return (
    <ManagersPart right={RIGHT_OF[props.kind]} title={texts.changesTitle}>
      {() => <Changes {...props} />}
    </ManagersPart>
  );
}

function Changes({ kind, hotel, rooms, onChanged }: LogProps) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  const rangeText = useRangeText();
  const nightText = useNightText();
  const [outcome, setOutcome] = useState<{ readonly refusal: Refusal | null } | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLUListElement>(null);
  const { data, problem, again } = useLiveAnswer(
    { kind, hotel },
    (request, asked) => ASK[asked.kind](request, asked.hotel),
    {
      everyMs: LOG_REFRESH_MS,
      still: log,
    },
  );
  const { isBusy, send } = useSending(({ night }: { readonly night: string }) => nightText(night));
  const operationTexts: Readonly<Record<ChangeOperation, string>> = {
    UPDATE: texts.byUpdate,
    ADJUST: texts.byAdjusting,
    IMPORT: texts.byImport,
    UNDO: texts.byUndoing,
  };
  const undo = async (id: string) => {
    if (isBusy) return;
    setOutcome({ refusal: await send(async (request) => (await request(DeskUndoChangeDocument, { id })).undoChange) });
    again();
    onChanged();
    // What was pressed is gone afterwards.
    result.current?.focus();
  };
  return (
    <div class="stack">
      <div class="outcome" ref={result} tabIndex={-1}>
        {outcome?.refusal && (
          <Refused refusal={outcome.refusal} changes={[]} rooms={rooms} conflict={texts.undoConflict} />
        )}
        {outcome?.refusal === null && <Notice tone="good">{texts.undone}</Notice>}
      </div>
      {problem !== null && <RequestProblem code={problem} onAgain={again} />}
      {data?.length === 0 && <p class="muted">{texts.noChanges}</p>}
      {data && data.length > 0 && (
        <ul class="change-log" ref={log}>
          {data.map(({ id, at, by, client, operation, from, to, nights, undoneAt }) => (
            <li key={id} class="row">
              <span>
                <b>{showMoment(at, language)}</b> {client === null ? texts.commandLine : `${by}, ${client}`}:{' '}
                {operationTexts[operation]}, {rangeText({ from: dayOf(from), to: dayOf(to) })} (
                {common.nights({ count: nights })})
              </span>
              {undoneAt === null ? (
                <button type="button" class="quiet" aria-busy={isBusy} onClick={() => undo(id)}>
                  <Icon icon={Undo2} />
                  {texts.undo}
                </button>
              ) : (
                <span class="muted">{texts.isUndone}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
