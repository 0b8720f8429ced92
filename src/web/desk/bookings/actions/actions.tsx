/**
 * What can be done with a booking. Which dialog is open stands in the address, so a reload opens it again. It stays open when somebody
 * else changes the booking meanwhile: the gateway then says why it is too late.
 */
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { DeskBookingFragment, Right } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useSession } from '../../session.tsx';
import { useSingleKeys } from '../../single-keys.ts';
import { bookingAddress } from '../booking-link.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { AnswerDialog } from './answer-dialogs.tsx';
import { ChangeDialog, LeaveDialog } from './change/change-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { CancelDialog } from './ending/cancel-dialog.tsx';
import { NoShowDialog } from './ending/no-show-dialog.tsx';
import { canBeReinstated, ReinstateDialog } from './ending/reinstate-dialog.tsx';
import { EraseDialog, ResendDialog } from './guest-dialogs.tsx';

type Action = keyof typeof DIALOGS;

const DIALOGS = {
  confirm: (props: DialogProps) => <AnswerDialog {...props} answer="confirm" />,
  decline: (props: DialogProps) => <AnswerDialog {...props} answer="decline" />,
  change: ChangeDialog,
  leave: LeaveDialog,
  noShow: NoShowDialog,
  reinstate: ReinstateDialog,
  cancel: CancelDialog,
  resend: ResendDialog,
  erase: EraseDialog,
};

const CLASSES: Partial<Record<Action, string>> = {
  confirm: 'primary',
  reinstate: 'primary',
  cancel: 'danger',
  erase: 'danger',
};

/** What makes sense in the state of the booking and with the key; the gateway has the last word. */
function possible(
  booking: DeskBookingFragment,
  { today, rights, hasMail }: { readonly today: string; readonly rights: readonly Right[]; readonly hasMail: boolean },
): Action[] {
  const { status, arrival, departure, erasedAt, billedTo } = booking;
  const isOpen = (status === 'REQUESTED' || status === 'CONFIRMED') && departure > today;
  const hasBegun = status === 'CONFIRMED' && isOpen && arrival <= today;
  return [
    ...(status === 'REQUESTED' ? (['confirm', 'decline'] as const) : []),
    ...(isOpen && !erasedAt ? (['change'] as const) : []),
    ...(hasBegun && !erasedAt ? (['leave'] as const) : []),
    ...(hasBegun ? (['noShow'] as const) : []),
    ...(isOpen ? (['cancel'] as const) : []),
    ...(canBeReinstated(booking) ? (['reinstate'] as const) : []),
    ...(!erasedAt && billedTo.email && hasMail ? (['resend'] as const) : []),
    ...(!erasedAt && rights.includes('ERASE') ? (['erase'] as const) : []),
  ];
}

/** The dialog that an address wants to be open; `?change` alone is the way from the rooms. */
function wantedBy(query: Readonly<Record<string, string>>): string | null {
  return query.action ?? ('change' in query ? 'change' : null);
}

export function Actions({ booking, today, onDone }: Omit<DialogProps, 'onClose'>) {
  const { query, route } = useLocation();
  const texts = useBookingTexts();
  const { rights } = useSession();
  const { hasMail } = usePage().settings;
  const actions = possible(booking, { today, rights, hasMail });
  const isRequest = booking.status === 'REQUESTED';
  const wanted = wantedBy(query);
  const opened = useRef<Action | null>(null);
  opened.current = actions.find((action) => action === wanted) ?? (wanted === opened.current ? opened.current : null);
  const open = opened.current;
  const start = (action: Action) => {
    if (actions.includes(action)) route(bookingAddress(booking.id, action), true);
  };
  useEffect(
    () => () => {
      opened.current = null;
    },
    [],
  );
  // Its answer may come when the clerk has gone on, to another dialog or another view.
  const close = () => {
    if (opened.current === open) route(bookingAddress(booking.id), true);
  };
  useSingleKeys({
    c: () => start('confirm'),
    d: () => start('decline'),
    e: () => start('change'),
    x: () => start('cancel'),
  });
  const OpenDialog = open && DIALOGS[open];
  if (actions.length === 0 && !open) return null;
  return (
    <fieldset class="row no-print">
      <legend class="unseen">{texts.actions}</legend>
      {actions.map((action) => (
        <button key={action} type="button" class={CLASSES[action]} onClick={() => start(action)}>
          {texts[action === 'cancel' && isRequest ? 'withdraw' : action].button}
        </button>
      ))}
      {OpenDialog && (
        <OpenDialog
          key={open}
          booking={booking}
          today={today}
          onClose={close}
          onDone={(text, left) => {
            close();
            onDone(text, left);
          }}
        />
      )}
    </fieldset>
  );
}
