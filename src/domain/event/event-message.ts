/** An event as others receive it (S14): nothing in it names a person, and it is the same at every delivery. */
import type { BookingPart } from '../booking/booking-parts.ts';
import type { BookingStatus } from '../booking/status.ts';
import { publicType } from './event-types.ts';

/** A booking in an event. Visit type, hotel and room type are numbers, arrival and departure YYYY-MM-DD. */
export interface BookingEventData {
  readonly bookingId: string;
  /** As people read it. */
  readonly reference: string;
  /** Id of the party whose rooms were booked together (Y2); null: it was booked alone. */
  readonly party: string | null;
  /** Its state after the event. */
  readonly status: BookingStatus;
  readonly kind: 'BINDING' | 'REQUEST';
  readonly isTest: boolean;
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  readonly arrival: string;
  readonly departure: string;
  /** Code of the channel. */
  readonly channel: string;
  /** Name of the client that the booking belongs to. */
  readonly client: string;
  /** The parts that `booking.changed` is about; other events have none. */
  readonly changed?: readonly BookingPart[];
}

/** The message of an event with its data, in their order; the type is that of the history: `CONFIRMED`. */
export function toEventMessage<Data extends object>({
  id,
  type,
  timestamp,
  ...data
}: { id: string; type: string; timestamp: string } & Data) {
  return { id, type: publicType(type), timestamp, data };
}
