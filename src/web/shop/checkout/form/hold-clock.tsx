/** How long the room is still held, or those of a party, by the minute; the last one is announced, and its end. */
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../design/notice.tsx';
import { useCheckoutTexts } from '../texts/index.ts';
import type { Hold } from '../use-hold.ts';

const MINUTE_MS = 60_000;

export function HoldClock({ hold, rooms }: { readonly hold: Hold; readonly rooms: number }) {
  const texts = useCheckoutTexts();
  const left = useMinutesLeft(hold.expiresAt);
  if (hold.isOver) {
    return (
      <Notice tone="ask">
        {texts.holdOver({ rooms })}{' '}
        <button type="button" onClick={hold.renew}>
          {texts.holdAgain}
        </button>
      </Notice>
    );
  }
  if (hold.refusal !== null) return <Notice tone="ask">{hold.refusal}</Notice>;
  if (hold.isAsking) return <p class="muted hold-clock">{texts.holding({ rooms })}</p>;
  if (left === null) return null;
  return (
    <p class="hold-clock muted" aria-live={left < 2 ? 'polite' : 'off'}>
      {left < 1 ? texts.heldSoonOver({ rooms }) : texts.held({ left, rooms })}
    </p>
  );
}

function useMinutesLeft(expiresAt: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (expiresAt === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return expiresAt === null ? null : Math.max(0, Math.round((expiresAt - now) / MINUTE_MS));
}
