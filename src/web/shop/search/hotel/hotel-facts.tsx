/** What a hotel and its rooms are like, in words. */
import { BedDouble } from 'lucide';
import { youngestAge } from '../../../../domain/hotel/children.ts';
import { Icon } from '../../../design/icon.tsx';
import type { HotelFactsFragment, RoomFactsFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { useSearchTexts } from '../texts/index.ts';

/** Texts of the catalogue, each in the language that it was found in; those without a text are left out. */
export function CatalogueTexts({ texts }: { readonly texts: readonly HotelFactsFragment['description'][] }) {
  return (
    <>
      {texts.map(
        ({ text, localeTag }) =>
          text && (
            <p key={text} lang={localeTag ?? undefined}>
              {text}
            </p>
          ),
      )}
    </>
  );
}

export function Amenities({ categories }: { readonly categories: HotelFactsFragment['amenityCategories'] }) {
  const texts = useSearchTexts();
  return (
    <div class="amenities">
      {categories.map(({ code, category, amenities }) => (
        <div key={code}>
          <h3>{category.name.text}</h3>
          <ul class="plain">
            {amenities.map(({ code: one, amenity, charge }) => (
              <li key={one}>
                {amenity.label.text}
                {charge === 'PAID' && <span class="muted small"> ({texts.paid})</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** From when and until when guests have their room, and whether with pets and children. */
export function HouseRules({ rules }: { readonly rules: HotelFactsFragment['accommodationRules'] }) {
  const texts = useSearchTexts();
  const { checkInFrom = null, checkOutTo = null, petsAllowed = null, childrenFromAge = null } = rules ?? {};
  const youngest = youngestAge(childrenFromAge);
  const said = [
    checkInFrom && texts.checkInFrom({ from: checkInFrom }),
    checkOutTo && texts.checkOutTo({ to: checkOutTo }),
    petsAllowed !== null && (petsAllowed ? texts.withPets : texts.withoutPets),
    youngest && texts.childrenFrom({ age: youngest }),
  ];
  const sentence = said.filter(Boolean).join(', ');
  return <>{sentence.charAt(0).toUpperCase() + sentence.slice(1)}</>;
}

/** Beds and size of a room. */
export function RoomFacts({ room: { beds, bedTypes, area } }: { readonly room: RoomFactsFragment }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const said = [
    common.beds({ count: beds }),
    bedTypes.text,
    area && texts.area({ area: area.toLocaleString(language) }),
  ];
  return (
    <span class="row small muted beds">
      <Icon icon={BedDouble} size={1.1} />
      {said.filter(Boolean).join(' · ')}
    </span>
  );
}
