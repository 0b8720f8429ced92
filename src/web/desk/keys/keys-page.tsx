/** Keys of the desk: who has one, when it was last used; new ones, other names, and an end to those of who has left. */
import { useRef, useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { allNodes } from '../../gateway/all-nodes.ts';
import type { Request } from '../../gateway/request.ts';
import {
  DeskCreateKeyDocument,
  type DeskKeyFragment,
  DeskKeysDocument,
  DeskRenameKeyDocument,
  DeskRevokeKeyDocument,
} from '../../generated/operations.ts';
import { Operations } from '../operations.tsx';
import { useSession } from '../session.tsx';
import { useDeskTexts } from '../texts/index.ts';
import { useLiveAnswer } from '../use-live-answer.ts';
import { ViewTitle } from '../view-title.tsx';
import { RenameDialog, RevokeDialog } from './key-dialogs.tsx';
import { KeyRows } from './key-rows.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useKeysTexts } from './texts/index.ts';
import './keys.css';

/** What is done with keys raises no events. */
const KEYS_REFRESH_MS = 10_000;

export default function KeysPage() {
  const desk = useDeskTexts();
  const texts = useKeysTexts();
  const { rights } = useSession();
  return (
    <div class="desk-keys stack">
      <ViewTitle title={texts.title} />
      {rights.includes('KEYS') ? <Keys /> : <Notice tone="ask">{desk.scopeNeeded({ missing: 'keys' })}</Notice>}
      <Operations documents={[DeskKeysDocument, DeskCreateKeyDocument, DeskRenameKeyDocument, DeskRevokeKeyDocument]} />
    </div>
  );
}

type Doing = { readonly kind: 'make' } | { readonly kind: 'rename' | 'revoke'; readonly row: DeskKeyFragment };

function Keys() {
  const texts = useKeysTexts();
  const [said, setSaid] = useState('');
  const [includeEnded, setIncludeEnded] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const { data, problem, sentences, again } = useLiveAnswer({ includeEnded }, loadKeys, {
    everyMs: KEYS_REFRESH_MS,
    still: rows,
  });
  const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = data?.filter(({ name, client, prefix }) => plain(`${name} ${client} ${prefix}`).includes(plain(said)));
  const start = (wanted: Doing) => {
    setDone(null);
    setDoing(wanted);
  };
  const dialog = {
    onClose: () => setDoing(null),
    onDone(text: string) {
      setDoing(null);
      setDone(text);
      again();
    },
  };
  return (
    <>
      <p class="muted">{texts.lead}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => start({ kind: 'make' })}>
          {texts.make.button}
        </button>
      </div>
      <div class="card stack">
        <Field label={texts.find}>
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              value={said}
              autocomplete="off"
              onInput={(event) => setSaid(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={includeEnded}
            onChange={(event) => setIncludeEnded(event.currentTarget.checked)}
          />
          {texts.withEnded}
        </label>
        <p class="unseen" role="status">
          {found ? texts.found({ count: found.length }) : ''}
        </p>
      </div>
      {done !== null && <Notice tone="good">{done}</Notice>}
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={again} />}
      {found === undefined ? (
        problem === null && <div class="skeleton keys-skeleton" />
      ) : found.length === 0 ? (
        <p class="card empty">{texts.noKeys}</p>
      ) : (
        <div class="card" ref={rows}>
          <KeyRows
            rows={found}
            onRename={(row) => start({ kind: 'rename', row })}
            onRevoke={(row) => start({ kind: 'revoke', row })}
          />
        </div>
      )}
      {doing?.kind === 'make' && <NewKeyDialog onClose={dialog.onClose} onMade={again} />}
      {doing?.kind === 'rename' && <RenameDialog row={doing.row} {...dialog} />}
      {doing?.kind === 'revoke' && <RevokeDialog row={doing.row} {...dialog} />}
    </>
  );
}

/** All that the key sees: they are searched here. */
const loadKeys = (request: Request, { includeEnded }: { readonly includeEnded: boolean }) =>
  allNodes(async (after) => (await request(DeskKeysDocument, { includeEnded, after })).keys);
