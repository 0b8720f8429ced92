/** The keys that the desk knows, and the switch for them. */
import { Dialog } from '../design/dialog.tsx';
import { useSingleKeysSetting } from './single-keys.ts';
import { useDeskTexts } from './texts/index.ts';

const KEYS = {
  search: ['/'],
  newBooking: ['n'],
  nextRow: ['j', '↓'],
  previousRow: ['k', '↑'],
  openRow: ['Enter'],
  confirm: ['c'],
  decline: ['d'],
  change: ['e'],
  cancel: ['x'],
  showNew: ['r'],
  overview: ['?'],
} as const;
const ACTIONS = Object.keys(KEYS) as (keyof typeof KEYS)[];

export function KeysDialog({ onClose }: { onClose(): void }) {
  const texts = useDeskTexts();
  const [isOn, change] = useSingleKeysSetting();
  return (
    <Dialog title={texts.keysTitle} onClose={onClose}>
      <div class="stack">
        <dl class="shortcuts">
          {ACTIONS.map((action) => (
            <div key={action}>
              <dt>
                {KEYS[action].map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{texts.keyMeanings[action]}</dd>
            </div>
          ))}
        </dl>
        <label class="check">
          <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
          {texts.keysOn}
        </label>
      </div>
    </Dialog>
  );
}
