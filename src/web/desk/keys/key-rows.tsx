/** Keys, each with what it may, where, and when it was last used. */
import type { DeskKeyFragment, KeyState } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { showMoment } from '../bookings/moment.ts';
import { SHOWN_RIGHTS } from './shown-rights.ts';
import { useKeysTexts } from './texts/index.ts';

const TONES: Readonly<Record<KeyState, string>> = { ACTIVE: 'good', EXPIRED: '', REVOKED: 'bad' };

interface RowActions {
  onRename(row: DeskKeyFragment): void;
  onRevoke(row: DeskKeyFragment): void;
}

export function KeyRows({ rows, ...actions }: RowActions & { readonly rows: readonly DeskKeyFragment[] }) {
  return (
    <ul class="plain-list deliveries keys">
      {rows.map((row) => (
        <KeyRow key={row.id} row={row} {...actions} />
      ))}
    </ul>
  );
}

function KeyRow({ row, onRename, onRevoke }: RowActions & { readonly row: DeskKeyFragment }) {
  const { language } = usePage();
  const texts = useKeysTexts();
  const { name, client, prefix, state, isOwn, isPublishable, isTest, rights, lastUsedAt, expiresAt } = row;
  const { createdAt, createdBy, revokedAt, revokedBy } = row;
  const at = (moment: string) => showMoment(moment, language);
  const times = [
    lastUsedAt ? texts.lastUsed({ when: at(lastUsedAt) }) : texts.neverUsed,
    createdBy ? texts.madeBy({ when: at(createdAt), name: createdBy }) : texts.made({ when: at(createdAt) }),
    expiresAt && texts.expires({ when: at(expiresAt) }),
    revokedAt &&
      (revokedBy
        ? texts.revokedBy({ when: at(revokedAt), name: revokedBy })
        : texts.revokedThen({ when: at(revokedAt) })),
  ];
  return (
    <li>
      <div class="line">
        <p>
          <span class="strong">{name}</span> <span class="muted">{client}</span>{' '}
          <code class="small muted">{prefix}…</code>
        </p>
        <p class="row">
          {isOwn && <span class="tag">{texts.own}</span>}
          {isTest && <span class="tag">{texts.forTests}</span>}
          {isPublishable && <span class="tag">{texts.forBrowsers}</span>}
          <span class={`tag ${TONES[state]}`}>{texts.states[state]}</span>
        </p>
      </div>
      <p class="small">
        {SHOWN_RIGHTS.filter((right) => rights.includes(right))
          .map((right) => texts.rights[right])
          .join(', ')}
      </p>
      <p class="small">{whereOf(row, texts)}</p>
      <div class="line">
        <p class="muted small">{times.filter(Boolean).join(' · ')}</p>
        {state !== 'REVOKED' && (
          <div class="row">
            <button type="button" class="quiet" onClick={() => onRename(row)}>
              {texts.rename.button}
              <span class="unseen"> {name}</span>
            </button>
            {!isOwn && (
              <button type="button" onClick={() => onRevoke(row)}>
                {texts.revoke.button}
                <span class="unseen"> {name}</span>
              </button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** The hotels that it works in, in words. */
export function whereOf(
  { hotels, destinations }: Pick<DeskKeyFragment, 'hotels' | 'destinations'>,
  texts: ReturnType<typeof useKeysTexts>,
): string {
  if (hotels) return texts.onlyHotels({ names: hotels.map(({ name }) => name).join(', ') });
  return destinations
    ? texts.inDestinations({ names: destinations.map(({ name }) => name.text).join(', ') })
    : texts.everywhere;
}
