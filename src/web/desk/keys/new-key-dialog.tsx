/** A new key: for whom, what it may, and where. Its secret is shown once, to be handed on. */
import { useState } from 'preact/hooks';
import { CopyButton } from '../../design/copy-button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { type CreateKeyInput, DeskCreateKeyDocument, type Right } from '../../generated/operations.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useDeskHotels } from '../hotels.ts';
import { useSession } from '../session.tsx';
import { SHOWN_RIGHTS } from './shown-rights.ts';
import { useKeysTexts } from './texts/index.ts';

/** What a clerk needs. */
const USUAL: readonly Right[] = ['READ', 'OPERATE'];

interface NewKeyProps {
  onClose(): void;
  /** The key is there, while its secret is still shown. */
  onMade(): void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyProps) {
  const { rights: own } = useSession();
  const texts = useKeysTexts();
  const { data: hotels } = useDeskHotels();
  const [secret, setSecret] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [client, setClient] = useState('');
  const possible = SHOWN_RIGHTS.filter((right) => own.includes(right));
  const [chosen, setChosen] = useState<ReadonlySet<Right>>(new Set(USUAL.filter((right) => own.includes(right))));
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [expiresOn, setExpiresOn] = useState('');
  if (secret !== null) return <Secret secret={secret} onClose={onClose} />;
  const input: CreateKeyInput = {
    ...{ name, client: client.trim() || null, rights: possible.filter((right) => chosen.has(right)) },
    ...{ hotels: places.length > 0 ? [...places] : null, expiresOn: expiresOn || null },
  };
  return (
    <FormDialog
      title={texts.make.title}
      explanation={texts.make.explanation}
      button={texts.make.submit}
      keep={texts.keep}
      tone="primary"
      onClose={onClose}
      send={async (request) => {
        if (input.rights.length === 0) return { message: texts.make.noRights };
        const { result } = await request(DeskCreateKeyDocument, { input });
        if (result.__typename !== 'KeyCreated') return result;
        setSecret(result.secret);
        onMade();
        return null;
      }}
    >
      <Field label={texts.make.name} note={texts.make.nameNote}>
        {(attributes) => (
          <input
            {...attributes}
            value={name}
            required
            maxLength={100}
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={texts.make.client} note={texts.make.clientNote}>
        {(attributes) => (
          <input
            {...attributes}
            value={client}
            maxLength={100}
            autocomplete="off"
            onInput={(event) => setClient(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend>{texts.make.rights}</legend>
        {possible.map((right) => (
          <label key={right} class="check">
            <input
              type="checkbox"
              checked={chosen.has(right)}
              onChange={(event) => {
                const others = [...chosen].filter((one) => one !== right);
                setChosen(new Set(event.currentTarget.checked ? [...others, right] : others));
              }}
            />
            {texts.rights[right]}
          </label>
        ))}
      </fieldset>
      <Field label={texts.make.hotels} note={texts.make.hotelsNote}>
        {(attributes) => (
          <select
            {...attributes}
            multiple
            size={Math.min(5, Math.max(2, hotels?.length ?? 0))}
            onChange={({ currentTarget: { selectedOptions } }) =>
              setPlaces([...selectedOptions].map(({ value }) => value))
            }
          >
            {hotels?.map(({ number, name: of }) => (
              <option key={number} value={number} selected={places.includes(String(number))}>
                {of}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.make.expires} note={texts.make.expiresNote}>
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            value={expiresOn}
            onInput={(event) => setExpiresOn(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function Secret({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  const texts = useKeysTexts().make;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="stack">
        <Notice tone="good">{texts.done}</Notice>
        <Field label={texts.secret}>
          {(attributes) => (
            <input
              {...attributes}
              readOnly
              value={secret}
              class="figures"
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
        </Field>
        <div class="row">
          <CopyButton text={secret} what={texts.secret} class="primary" />
          <button type="button" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            {texts.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
