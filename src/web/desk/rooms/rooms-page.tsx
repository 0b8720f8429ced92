/** A month of rooms: what is left, sold, held and closed, and the way to close, open and count them. */
import {
  DeskInventoryDocument,
  DeskLiveDocument,
  DeskRoomsHotelDocument,
  DeskUpdateInventoryDocument,
} from '../../generated/operations.ts';
import { Operations } from '../operations.tsx';
import { HotelView } from './hotel-view.tsx';
import { InventoryMonth } from './inventory/inventory-month.tsx';
import { useRoomsTexts } from './texts/index.ts';

export default function RoomsPage() {
  const texts = useRoomsTexts();
  return (
    <>
      <HotelView title={texts.roomsTitle} right="INVENTORY">
        {(hotel) => <InventoryMonth key={hotel.number} hotel={hotel} />}
      </HotelView>
      <Operations
        documents={[DeskRoomsHotelDocument, DeskInventoryDocument, DeskLiveDocument, DeskUpdateInventoryDocument]}
      />
    </>
  );
}
