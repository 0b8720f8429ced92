/** A month of prices of a stay, by room type and night, and the way to change them for a range. */
import {
  DeskAdjustRatesDocument,
  DeskPriceChangesDocument,
  DeskRatesDocument,
  DeskRoomsHotelDocument,
  DeskUndoChangeDocument,
  DeskUpdateRatesDocument,
} from '../../generated/operations.ts';
import { Operations } from '../operations.tsx';
import { HotelView } from './hotel-view.tsx';
import { RatesMonth } from './rates/rates-month.tsx';
import { useRoomsTexts } from './texts/index.ts';

export default function PricesPage() {
  const texts = useRoomsTexts();
  return (
    <>
      <HotelView title={texts.pricesTitle} right="RATES">
        {(hotel) => <RatesMonth key={hotel.number} hotel={hotel} />}
      </HotelView>
      <Operations
        documents={[
          ...[DeskRoomsHotelDocument, DeskRatesDocument, DeskUpdateRatesDocument],
          ...[DeskAdjustRatesDocument, DeskPriceChangesDocument, DeskUndoChangeDocument],
        ]}
      />
    </>
  );
}
