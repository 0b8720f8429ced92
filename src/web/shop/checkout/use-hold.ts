/**
 * Holds the stay while its guests are entered: the room is theirs, and the price stays. The hold is given back when another stay takes
 * its place or the guest leaves; who reloads the page or comes back to it gets another. One whose answer was lost is found again: by its
 * idempotency key, or among the holds that the visitor has when no more may be made. Whoever cannot hold books without it.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { randomKey } from '../../gateway/random-key.ts';
import { type Request, requestWith } from '../../gateway/request.ts';
import {
  CheckoutHoldDocument,
  CheckoutHoldPartyDocument,
  CheckoutHoldsDocument,
  CheckoutReleaseDocument,
  type HeldRoomInput,
  type HeldStayFragment,
  type HoldStayInput,
  type HoldStaysInput,
  type StayPriceLinesFragment,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import type { StayToBook } from '../search/search-query.ts';
import { recall, type StoredHold, store } from './stored.ts';

/** How long a room is held, in minutes. */
const MINUTES = 15;

export interface Hold {
  /** Null: nothing is held. */
  readonly id: string | null;
  /** Milliseconds since 1970; null: nothing is held. */
  readonly expiresAt: number | null;
  /** The price of each held room; null: nothing is held. */
  readonly quotes: readonly StayPriceLinesFragment[] | null;
  /** Whether the room was held and is no longer, or was gone before it could be held. */
  readonly isOver: boolean;
  /** Why the room cannot be held, in words; null: it is, or it does not matter. */
  readonly refusal: string | null;
  /** Whether no more nights can be held or booked from here today (A4): the stay can only be requested. */
  readonly isSpent: boolean;
  readonly isAsking: boolean;
  /** Holds it once more, at the price of today. */
  renew(): void;
  /** A booking has used it up, or it is gone. */
  use(): void;
  /**
   * A booking without the hold was refused for its room or its nights: whether a hold may have them whose answer was lost, or is on its way.
   * It is asked for once more, and a booking with it is not refused for them.
   */
  mayHaveThem(): boolean;
  /** A booking was refused because of the nights that were held or booked from here today, in these words. */
  spend(refusal: string): void;
}

interface Asked {
  readonly stay: string;
  readonly held: StoredHold | null;
  readonly refusal: string | null;
  readonly isSpent: boolean;
}

/** Refusals that are not shown: another window holds stays, or the booking itself says the same, or the price that is asked again. */
const HARMLESS = ['TOO_MANY_HOLDS', 'ON_DEMAND_ONLY', 'NO_CAPACITY'];

/**
 * Holds are made and given back one after the other: the room of one, and its place among the guest's holds, are free for the next
 * only when it is given back.
 */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
  const done = turn.then(act);
  turn = done.catch(() => {});
  return done;
}

/**
 * Whether the visitor holds the room of the stay, at whatever price. Then it is the visitor's own: the gateway counts it among the rooms that
 * are taken.
 */
export function holdsRoom(stay: StayToBook): boolean {
  const stored = recall('hold');
  return stored !== null && stored.expiresAt > Date.now() && isRoomOf(stored.stay, stay);
}

/** Whether the visitor has asked for the room and was not answered. It may be held: asked for again, it is found, or over. */
export function mayHoldRoom(stay: StayToBook): boolean {
  const asking = recall('asking');
  return asking !== null && isRoomOf(asking.stay, stay);
}

/** `asked` is the input of a hold, as JSON. */
function isRoomOf(asked: string, { visitType, hotel, room: roomType, arrival, departure }: StayToBook): boolean {
  const held = JSON.parse(asked) as HoldStayInput;
  return Object.entries({ visitType, hotel, roomType, arrival, departure }).every(
    ([name, value]) => held[name as keyof HoldStayInput] === value,
  );
}

/** Whether an order that was not answered is under way with the hold: it uses the hold up, which is not given back. */
function isOrdered(id: string | undefined): boolean {
  return id !== undefined && (recall('order')?.inputs.some(({ hold }) => hold === id) ?? false);
}

type RoomToHold = Omit<HoldStayInput, 'offer'>;
/** Several rooms, as an offer or room by room. */
type RoomsToHold =
  | { readonly offer: string }
  | (Omit<HoldStaysInput, 'offer'> & { readonly rooms: readonly HeldRoomInput[] });
export type ToHold = RoomToHold | RoomsToHold;

interface Held {
  readonly id: string;
  readonly expiresAt: string;
  readonly quotes: readonly StayPriceLinesFragment[];
  readonly replayed: boolean;
}

/** What is held, or why nothing is. */
async function ask(
  request: Request,
  stay: ToHold,
  idempotencyKey: string,
): Promise<Held | { readonly code: string; readonly message: string }> {
  const how = { minutes: MINUTES, idempotencyKey };
  if (isOfSeveral(stay)) {
    const { holdStays } = await request(CheckoutHoldPartyDocument, { input: { ...stay, ...how } });
    return holdStays.__typename === 'StaysHeld'
      ? { ...holdStays, quotes: holdStays.holds.map(({ quote }) => quote) }
      : holdStays;
  }
  const { holdStay } = await request(CheckoutHoldDocument, { input: { ...stay, ...how } });
  return holdStay.__typename === 'StayHeld' ? { ...heldOf(holdStay.hold), replayed: holdStay.replayed } : holdStay;
}

function isOfSeveral(stay: ToHold): stay is RoomsToHold {
  return 'offer' in stay || 'rooms' in stay;
}

const heldOf = ({ id, expiresAt, quote }: HeldStayFragment) => ({ id, expiresAt, quotes: [quote] });

/** Whether a hold is of the stay. One with loyalty programmes is not looked at more closely. */
function isOf(hold: HeldStayFragment, stay: ToHold): boolean {
  if (isOfSeveral(stay)) return false;
  const { visitTypeNumber, hotelNumber, roomTypeNumber, arrival, departure, quote } = hold;
  const held = [visitTypeNumber, hotelNumber, roomTypeNumber, arrival, departure, quote.total.currency].join();
  const { visitType, hotel, roomType, currency, loyaltyPrograms } = stay;
  const asked = [visitType, hotel, roomType, stay.arrival, stay.departure, currency].join();
  return held === asked && quote.discounts.length === 0 && !loyaltyPrograms?.length;
}

/** `input` null: nothing is to be held. */
export function useHold(input: ToHold | null): Hold {
  const { key, language } = usePage();
  const stay = input && JSON.stringify(input);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The stay whose hold is over. */
  const [over, setOver] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  /** The stay whose hold was asked for once more after a booking was refused. */
  const lost = useRef<string | null>(null);
  const request = requestWith({ key, language });

  useEffect(() => {
    if (stay === null || over === stay) return;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveBack = (id: string) => request(CheckoutReleaseDocument, { id }).catch(() => {});
    const release = (id: string) => {
      if (recall('hold')?.id === id) store('hold', null);
      inTurn(() => giveBack(id));
    };
    const show = (held: StoredHold | null, refusal: string | null = null, isSpent = false) => {
      if (isLeft) return;
      // One that an order uses up is not forgotten: who comes back to its stay finds it.
      if (held || !isOrdered(recall('hold')?.id)) store('hold', held);
      setAsked({ stay, held, refusal, isSpent });
      if (held) timer = setTimeout(() => end(held.id), Math.max(0, held.expiresAt - Date.now()));
    };
    // What is asked afterwards must not count it: by the gateway's clock it may have a moment left.
    const end = (id: string) => {
      store('hold', null);
      inTurn(() => giveBack(id)).then(() => {
        if (!isLeft) setOver(stay);
      });
    };
    const hold = async () => {
      if (isLeft) return;
      // By the clock of the visitor, which may be another one than the gateway's. One that was made before ends earlier.
      const latest = Date.now() + MINUTES * 60_000;
      const toStored = (
        { id, quotes, expiresAt }: Omit<Held, 'replayed'>,
        { isNew }: { isNew: boolean },
      ): StoredHold => {
        return { stay, id, quotes, expiresAt: isNew ? latest : Math.min(latest, Date.parse(expiresAt)) };
      };
      const asked = recall('asking');
      const idempotencyKey = asked?.stay === stay ? asked.key : randomKey();
      store('asking', { stay, key: idempotencyKey });
      const answer = await ask(request, JSON.parse(stay), idempotencyKey);
      store('asking', null);
      if ('code' in answer) {
        const { holds } = answer.code === 'TOO_MANY_HOLDS' ? await request(CheckoutHoldsDocument, {}) : { holds: [] };
        const own = holds.find((one) => isOf(one, JSON.parse(stay)));
        if (own) return show(toStored(heldOf(own), { isNew: false }));
        if (answer.code === 'NO_CAPACITY' && !isLeft) setOver(stay);
        const refusal = HARMLESS.includes(answer.code) ? null : answer.message;
        return show(null, refusal, answer.code === 'TOO_MANY_REQUESTS');
      }
      show(toStored(answer, { isNew: !answer.replayed }));
      // It came too late: nobody waits for it any more.
      if (isLeft) await giveBack(answer.id);
    };
    const stored = recall('hold');
    if (stored?.stay === stay && !stored.isLeft && stored.expiresAt > Date.now()) show(stored);
    else {
      if (stored && !isOrdered(stored.id)) release(stored.id);
      // The same key makes the second try harmless.
      inTurn(hold)
        .catch(() => inTurn(hold))
        .catch(() => show(null));
    }
    const leave = () => {
      const left = recall('hold');
      if (left?.stay !== stay || isOrdered(left.id)) return;
      store('hold', { ...left, isLeft: true });
      requestWith({ key, language, keepalive: true })(CheckoutReleaseDocument, { id: left.id }).catch(() => {});
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setRound((before) => before + 1);
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      isLeft = true;
      clearTimeout(timer);
      const left = recall('hold');
      if (left?.stay === stay && !isOrdered(left.id)) release(left.id);
    };
  }, [stay, round, over]);

  const current = asked?.stay === stay ? asked : null;
  const isOver = over !== null && (stay === null || over === stay);
  const held = isOver ? null : (current?.held ?? null);
  return {
    id: held?.id ?? null,
    expiresAt: held?.expiresAt ?? null,
    quotes: held?.quotes ?? null,
    isOver,
    refusal: current?.refusal ?? null,
    isSpent: asked?.isSpent ?? false,
    isAsking: stay !== null && current === null,
    renew() {
      store('hold', null);
      setAsked(null);
      setOver(null);
      setRound(round + 1);
    },
    use() {
      // Whoever has gone elsewhere meanwhile may hold another stay.
      if (recall('hold')?.stay === stay) store('hold', null);
      setAsked(current && { ...current, held: null });
    },
    mayHaveThem() {
      const own = recall('hold');
      if (own?.stay === stay && own.expiresAt > Date.now()) return true;
      if (recall('asking')?.stay !== stay || lost.current === stay) return false;
      // One that is on its way comes by itself.
      if (current !== null) {
        lost.current = stay;
        setAsked(null);
        setRound((before) => before + 1);
      }
      return true;
    },
    spend(refusal) {
      if (stay !== null) setAsked({ stay, held: null, refusal, isSpent: true });
    },
  };
}
