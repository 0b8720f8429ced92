/**
 * A catalogue for the lists of v2: six hotels with a different order in every sort mode, some equal stars and names,
 * and a crowd in its own destination that fills more than the largest page of hotels and of room types.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { OBJECT_IDS, SMALL_CATALOGUE } from '../../support/catalogue/small-catalogue.ts';

/** Hotels 201 to 299 and room types 2201 to 2299, in destination 3. */
const CROWD = Array.from({ length: 99 }, (_, index) => index + 1).map((place) => ({
  id: 200 + place,
  code: `crowd-${place}`,
  name: `Crowd ${place}`,
  destinationId: 3,
  stars: 1,
  roomTypes: [{ id: 2200 + place, code: 'CRW', beds: 8 }],
}));

/** Destinations without the crowd. */
export const QUIET_DESTINATIONS = [1, 2];
/** The destination of the crowd, the hotels in it and its first room type. */
export const CROWDED = { destination: 3, hotel: 201, hotels: CROWD.length, roomType: 2201 };
/** The six and the crowd. */
export const ALL_HOTELS = 105;
export const ALL_ROOM_TYPES = 106;

export const LISTED_CATALOGUE: Catalogue = {
  ...SMALL_CATALOGUE,
  destinations: [...SMALL_CATALOGUE.destinations!, { id: CROWDED.destination, name: { en: 'Elsewhere' } }],
  visitTypes: [],
  inventory: [],
  hotels: [
    {
      id: 1,
      _id: OBJECT_IDS.hotel1,
      code: 'aurora',
      name: 'Hotel Aurora',
      destinationId: 1,
      stars: 4,
      roomTypes: [
        { id: 11, code: 'SGL', beds: 1, category: { en: 'Single' } },
        { id: 12, code: 'DBL', beds: 2, category: { cs_CZ: 'Dvoulůžkový', de: '', en: 'Double' } },
        { id: 13, code: 'FAM', beds: 3, category: { de: 'Familienzimmer' } },
      ],
    },
    { id: 2, code: 'spa', name: 'Šárka', destinationId: 2, stars: 3 },
    {
      id: 3,
      code: 'cirrus',
      name: 'Hotel Cirrus',
      destinationId: 1,
      stars: 5,
      roomTypes: [
        { id: 31, code: 'DBL', beds: 2 },
        { id: 32, code: 'APT', beds: 4 },
      ],
    },
    { id: 4, code: 'Aurora', name: 'Árpád', destinationId: 2, stars: 3 },
    { id: 5, code: 'second', name: 'Hotel Aurora', destinationId: 1, stars: 4 },
    {
      id: 6,
      code: 'border',
      name: 'Border',
      destinationId: 2,
      stars: 5,
      roomTypes: [
        { id: 61, code: 'DBL', beds: 1 },
        { id: 62, code: 'dbl', beds: 2 },
      ],
    },
    ...CROWD,
  ],
};
