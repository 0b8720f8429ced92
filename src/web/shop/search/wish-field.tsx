/** What a guest wishes for, in their own words: a field with proposals, which arrows, a press or a tap chooses. */
import { useId, useRef, useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { useAnswer } from '../../gateway/use-answer.ts';
import { SearchSuggestionsDocument, type SearchSuggestionsQuery } from '../../generated/operations.ts';
import { type Search, WISH_LENGTH_MAX, wishOf } from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';

type Proposal = NonNullable<SearchSuggestionsQuery['suggestions']>[number];

export function WishField({ wish, onChange }: { readonly wish: string; onChange(part: Partial<Search>): void }) {
  const texts = useSearchTexts();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** The place of the proposal that Enter would choose; -1 while there is none. */
  const [active, setActive] = useState(-1);
  const asked = isOpen ? wishOf(wish) : null;
  const { data } = useAnswer(asked, (request, search) => request(SearchSuggestionsDocument, { search }));
  const proposals = data?.suggestions ?? [];
  const isShown = isOpen && proposals.length > 0;
  // The types know this role for an input with a list of HTML only, which shows no kinds.
  const combobox: object = {
    ...{ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': isShown, 'aria-controls': list },
    'aria-activedescendant': isShown && active >= 0 ? `${list}-${active}` : undefined,
  };
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = ({ name, destination }: Proposal) => {
    onChange(destination ? { destination: destination.number, wish: null } : { wish: name.text });
    close();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = isShown ? proposals[active] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      setIsOpen(true);
      const places = proposals.length + 1;
      if (isShown) setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };
  return (
    <Field label={texts.wish} class="wish">
      {(attributes) => (
        <div class="combobox">
          <input
            {...attributes}
            ref={input}
            type="search"
            name="wish"
            {...combobox}
            autocomplete="off"
            maxLength={WISH_LENGTH_MAX}
            placeholder={texts.wishExample}
            value={wish}
            onInput={({ currentTarget: { value } }) => {
              onChange({ wish: value });
              setIsOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          <p class="unseen" role="status">
            {isShown && texts.proposals({ count: proposals.length })}
          </p>
          <div id={list} role="listbox" aria-label={texts.wish} hidden={!isShown}>
            {proposals.map((proposal, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which keeps the focus, receives the keys.
              <div
                key={`${proposal.kind} ${proposal.name.text}`}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                // Pressing takes the focus from the field otherwise, which closes the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(proposal)}
              >
                {proposal.name.text} <span class="small muted">{texts.proposalKinds[proposal.kind]}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
