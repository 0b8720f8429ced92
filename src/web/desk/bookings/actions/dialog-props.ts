/** What the dialogs of all actions are given. */
import type { DeskBookingFragment } from '../../../generated/operations.ts';

export interface DialogProps {
  readonly booking: DeskBookingFragment;
  /** The date in the business time zone. */
  readonly today: string;
  onClose(): void;
  /** `left`: the booking as the action left it; null: it has to be read anew. */
  onDone(text: string, left: DeskBookingFragment | null): void;
}
