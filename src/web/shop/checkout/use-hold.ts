/**
 * Holds the stay while its guests are entered: the room is theirs, and the price stays. The hold outlives a reload, is given back when
 * another stay takes its place or the guest leaves for another page, and is never repeated by itself: that would hold a second room.
 * Whoever cannot hold books without it.
 */
import { useEffect, useState } from 'preact/hooks';
import { requestWith } from '../../gateway/request.ts';
import {
  CheckoutHoldDocument,
  CheckoutReleaseDocument,
  type HoldStayInput,
  type StayPriceLinesFragment,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { type KeptHold, keep, recall } from './kept.ts';

/** How long a room is held, in minutes. */
const MINUTES = 15;

export interface Hold {
  /** Null: nothing is held. */
  readonly id: string | null;
  /** Milliseconds since 1970; null: nothing is held. */
  readonly expiresAt: number | null;
  readonly quote: StayPriceLinesFragment | null;
  readonly hasExpired: boolean;
  /** Why the room cannot be held, in words; null: it is, or it does not matter. */
  readonly refusal: string | null;
  readonly isAsking: boolean;
  /** Holds it once more, at the price of today. */
  renew(): void;
  /** A booking has used it up, or it is gone. */
  use(): void;
}

interface Asked {
  readonly stay: string;
  readonly held: KeptHold | null;
  readonly refusal: string | null;
}

/** Refusals that do not matter: another window holds stays, or the booking itself says the same. */
const HARMLESS = ['TOO_MANY_HOLDS', 'ON_DEMAND_ONLY'];

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

/** `input` null: nothing is to be held. */
export function useHold(input: HoldStayInput | null): Hold {
  const { key, language } = usePage();
  const stay = input && JSON.stringify(input);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [hasExpired, setHasExpired] = useState(false);
  const [round, setRound] = useState(0);
  const request = requestWith({ key: key!, language });

  useEffect(() => {
    if (stay === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveBack = (id: string) => request(CheckoutReleaseDocument, { id }).catch(() => {});
    const release = (id: string) => {
      if (recall('hold')?.id === id) keep('hold', null);
      inTurn(() => giveBack(id));
    };
    const show = (held: KeptHold | null, refusal: string | null = null) => {
      if (isOver) return;
      keep('hold', held);
      setAsked({ stay, held, refusal });
      setHasExpired(false);
      if (held) timer = setTimeout(() => setHasExpired(true), Math.max(0, held.expiresAt - Date.now()));
    };
    const hold = async () => {
      if (isOver) return;
      // By the clock of the visitor, which may be another one than the gateway's.
      const expiresAt = Date.now() + MINUTES * 60_000;
      const { holdStay } = await request(CheckoutHoldDocument, { input: { ...JSON.parse(stay), minutes: MINUTES } });
      if (holdStay.__typename !== 'StayHeld') {
        return show(null, HARMLESS.includes(holdStay.code) ? null : holdStay.message);
      }
      const { id, quote } = holdStay.hold;
      show({ stay, id, expiresAt, quote });
      // It came too late: nobody waits for it any more.
      if (isOver) await giveBack(id);
    };
    const kept = recall('hold');
    if (kept?.stay === stay && kept.expiresAt > Date.now()) show(kept);
    else {
      if (kept) release(kept.id);
      inTurn(hold).catch(() => show(null));
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
      const left = recall('hold');
      if (left?.stay === stay) release(left.id);
    };
  }, [stay, round]);

  const current = asked?.stay === stay ? asked : null;
  const held = hasExpired ? null : (current?.held ?? null);
  return {
    id: held?.id ?? null,
    expiresAt: held?.expiresAt ?? null,
    quote: held?.quote ?? null,
    hasExpired,
    refusal: current?.refusal ?? null,
    isAsking: stay !== null && current === null,
    renew() {
      keep('hold', null);
      setAsked(null);
      setHasExpired(false);
      setRound(round + 1);
    },
    use() {
      keep('hold', null);
      setAsked(current && { ...current, held: null });
    },
  };
}
