/** The keys that the desk knows, and the switch for them. */
import { Dialog } from '../design/dialog.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { useSingleKeysSetting } from './single-keys.ts';
import { useDeskTexts } from './texts/index.ts';

export function KeysDialog({ onClose }: { onClose(): void }) {
  const common = useCommonTexts();
  const texts = useDeskTexts();
  const [isOn, change] = useSingleKeysSetting();
  return (
    <Dialog title={texts.keysTitle} close={common.close} onClose={onClose}>
      <div class="stack">
        <dl class="keys">
          {texts.keyMeanings.map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
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
