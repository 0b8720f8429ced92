/** What others are told of an event (S14): nothing in it names a person, and nothing in it changes when it is told again. */
import type { BookingStatus } from './status.ts';

/** What is told of the booking. Visit type, hotel and room type are numbers, arrival and departure YYYY-MM-DD. */
export interface EventData {
  readonly bookingId: string;
  /** As people read it. */
  readonly reference: string;
  /** Its state after the event. */
  readonly status: BookingStatus;
  readonly kind: string;
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
}

export interface EventMessage {
  readonly id: string;
  /** For example `booking.confirmed`. */
  readonly type: string;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly data: EventData;
}

/** The message of an event; its type is that of the history: `CONFIRMED`. */
export function toEventMessage({
  id,
  type,
  timestamp,
  ...event
}: { id: string; type: string; timestamp: string } & EventData): EventMessage {
  const {
    bookingId,
    reference,
    status,
    kind,
    isTest,
    visitType,
    hotel,
    roomType,
    arrival,
    departure,
    channel,
    client,
  } = event;
  return {
    id,
    type: messageType(type),
    timestamp,
    data: {
      bookingId,
      reference,
      status,
      kind,
      isTest,
      visitType,
      hotel,
      roomType,
      arrival,
      departure,
      channel,
      client,
    },
  };
}

/** `booking.confirmed` for `CONFIRMED`. */
export function messageType(type: string): string {
  return `booking.${type.toLowerCase()}`;
}
