/**
 * What can be done with a booking. Which dialog is open stands in the address, so a reload opens it again. It stays open when somebody
 * else changes the booking meanwhile: the gateway then says why it is too late.
 */
import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { DeskBookingFragment } from '../../../generated/operations.ts';
import { useSingleKeys } from '../../single-keys.ts';
import { bookingAddress } from '../booking-link.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { AnswerDialog } from './answer-dialogs.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { EraseDialog, ResendDialog } from './guest-dialogs.tsx';

type Action = 'confirm' | 'decline' | 'cancel' | 'resend' | 'erase';

const DIALOGS = {
  confirm: (props: DialogProps) => <AnswerDialog {...props} answer="confirm" />,
  decline: (props: DialogProps) => <AnswerDialog {...props} answer="decline" />,
  cancel: CancelDialog,
  resend: ResendDialog,
  erase: EraseDialog,
};

const CLASSES = { confirm: 'primary', decline: '', cancel: 'danger', resend: '', erase: 'danger' };

/** What makes sense in the state of the booking; the gateway has the last word. */
function possible({ status, erasedAt }: DeskBookingFragment): Action[] {
  return [
    ...(status === 'REQUESTED' ? (['confirm', 'decline', 'cancel'] as const) : []),
    ...(status === 'CONFIRMED' ? (['cancel'] as const) : []),
    ...(erasedAt ? [] : (['resend', 'erase'] as const)),
  ];
}

export function Actions({ booking, today, onDone }: Omit<DialogProps, 'onClose'>) {
  const { query, route } = useLocation();
  const texts = useBookingTexts();
  const actions = possible(booking);
  const opened = useRef<Action | null>(null);
  opened.current =
    actions.find((action) => action === query.action) ?? (query.action === opened.current ? opened.current : null);
  const open = opened.current;
  const start = (action: Action) => {
    if (actions.includes(action)) route(bookingAddress(booking.id, action), true);
  };
  const close = () => route(bookingAddress(booking.id), true);
  useSingleKeys({ c: () => start('confirm'), d: () => start('decline'), x: () => start('cancel') });
  const OpenDialog = open && DIALOGS[open];
  if (actions.length === 0 && !open) return null;
  return (
    <fieldset class="row no-print">
      <legend class="unseen">{texts.actions}</legend>
      {actions.map((action) => (
        <button key={action} type="button" class={CLASSES[action]} onClick={() => start(action)}>
          {texts[action].button}
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
