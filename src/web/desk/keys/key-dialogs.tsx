/** Another name for a key, and the end of one. */
import { useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { type DeskKeyFragment, DeskRenameKeyDocument, DeskRevokeKeyDocument } from '../../generated/operations.ts';
import { FormDialog } from '../form-dialog.tsx';
import { whereOf } from './key-rows.tsx';
import { useKeysTexts } from './texts/index.ts';

interface KeyDialogProps {
  readonly row: DeskKeyFragment;
  onClose(): void;
  onDone(text: string): void;
}

export function RenameDialog({ row, onClose, onDone }: KeyDialogProps) {
  const { keep, rename: texts } = useKeysTexts();
  const [name, setName] = useState(row.name);
  return (
    <FormDialog
      title={texts.title}
      explanation={texts.explanation}
      button={texts.button}
      keep={keep}
      tone="primary"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskRenameKeyDocument, { input: { id: row.id, name } });
        if (result.__typename !== 'KeyRenamed') return result;
        onDone(texts.done);
        return null;
      }}
    >
      <Field label={texts.label}>
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
    </FormDialog>
  );
}

export function RevokeDialog({ row, onClose, onDone }: KeyDialogProps) {
  const texts = useKeysTexts();
  const { id, name, client, prefix } = row;
  return (
    <FormDialog
      title={texts.revoke.title}
      explanation={texts.revoke.explanation}
      button={texts.revoke.submit}
      keep={texts.keep}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskRevokeKeyDocument, { id });
        if (result.__typename !== 'KeyRevoked') return result;
        onDone(texts.revoke.done({ name }));
        return null;
      }}
    >
      <p>
        <b>{name}</b> · {client} · <code>{prefix}…</code>
        <br />
        <span class="muted small">{whereOf(row, texts)}</span>
      </p>
    </FormDialog>
  );
}
