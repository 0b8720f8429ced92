/** What was asked, in a line, where the whole form would take the screen; pressing it opens the form. */
import { Pencil } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { showDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { arrivalOf, guestsOf, roomsOf, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { Choices } from './filter-options.ts';

export function AskedFor({
  search,
  choices,
  isOpen,
  onToggle,
}: {
  readonly search: Search;
  /** Null while they are asked for. */
  readonly choices: Choices | null;
  readonly isOpen: boolean;
  onToggle(): void;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const place = choices?.destinations.find(({ number }) => number === search.destination);
  const arrival = choices && arrivalOf(search, choices.viewer.today);
  const rooms = roomsOf(search);
  const asked = [
    search.wish && texts.quoted({ wish: search.wish }),
    place?.name.text ?? texts.anywhere,
    arrival && showDate(arrival, language, { day: 'numeric', month: 'short' }),
    common.nights({ count: search.nights }),
    common.guests({ count: guestsOf(search) }),
    rooms.length > 1 && texts.roomCount({ count: rooms.length }),
  ];
  return (
    <button type="button" class="narrow-only asked-for" aria-expanded={isOpen} onClick={onToggle}>
      <span>{asked.filter(Boolean).join(' · ')}</span>
      <Icon icon={Pencil} size={1} />
      <span class="unseen">{texts.change}</span>
    </button>
  );
}
