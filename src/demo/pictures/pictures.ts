/**
 * The pictures of the demo, drawn as SVG: every hotel in its own light and landscape, and its rooms. They are ours, need no network,
 * and are sharp in every size. A picture's name is the path of its address in the demo's catalogue, without the ending.
 */
import type { Building } from './building.ts';
import { inhalation, pool, winterGarden } from './halls.ts';
import { ornament } from './ornament.ts';
import { colonnade, hotelFront, type Landscape, lake } from './outdoors.ts';
import { PALETTES } from './palette.ts';
import { type Room, room } from './rooms.ts';
import { HEIGHT, WIDTH } from './shapes.ts';

interface Hotel {
  readonly palette: keyof typeof PALETTES;
  readonly skyline: number;
  readonly front: { readonly name: string; readonly building: Building; readonly foreground: 'lawn' | 'water' };
  readonly more: Readonly<Record<string, (place: Landscape) => string>>;
  readonly rooms: Readonly<Record<string, Room>>;
}

const HOTELS: Readonly<Record<string, Hotel>> = {
  aurora: {
    palette: 'dawn',
    skyline: 1,
    front: {
      name: 'front',
      building: { floors: 5, bays: 11, roof: 'mansard', centre: 'none', hasArcade: true, hasBalconies: true },
      foreground: 'lawn',
    },
    more: { pool, colonnade },
    rooms: {
      dbl: { beds: 'double' },
      sgl: { beds: 'single', hasSeat: true },
      apt: { beds: 'triple', hasSeat: true },
    },
  },
  palace: {
    palette: 'night',
    skyline: 2,
    front: {
      name: 'front',
      building: { floors: 5, bays: 13, roof: 'mansard', centre: 'dome', hasArcade: true },
      foreground: 'water',
    },
    more: { hall: winterGarden },
    rooms: {
      superior: { beds: 'double', hasSeat: true },
      'junior-suite': { beds: 'double', hasBalcony: true, hasSeat: true },
      sgl: { beds: 'single', hasSeat: true },
    },
  },
  'krizovy-pramen': {
    palette: 'noon',
    skyline: 4,
    front: { name: 'front', building: { floors: 3, bays: 11, roof: 'hip', centre: 'pediment' }, foreground: 'lawn' },
    more: { colonnade },
    rooms: { dbl: { beds: 'double' }, sgl: { beds: 'single' } },
  },
  'villa-rudolf': {
    palette: 'park',
    skyline: 5,
    front: { name: 'house', building: { floors: 3, bays: 5, roof: 'gable', centre: 'turret' }, foreground: 'lawn' },
    more: { park: lake },
    rooms: { dbl: { beds: 'double', hasBalcony: true }, tpl: { beds: 'triple' } },
  },
  vincentka: {
    palette: 'evening',
    skyline: 7,
    front: {
      name: 'front',
      building: { floors: 4, bays: 12, roof: 'flat', centre: 'none', hasBalconies: true },
      foreground: 'lawn',
    },
    more: { inhalation },
    rooms: { dbl: { beds: 'double', hasBalcony: true }, sgl: { beds: 'single' } },
  },
  slunecna: {
    palette: 'morning',
    skyline: 9,
    front: {
      name: 'house',
      building: { floors: 2, bays: 7, roof: 'gable', centre: 'none', hasBalconies: true },
      foreground: 'lawn',
    },
    more: { lake },
    rooms: { dbl: { beds: 'twin' }, sgl: { beds: 'single', hasSeat: true } },
  },
};

/** SVG documents by the names of pictures, such as `aurora/front`. */
export function drawPictures(): Map<string, string> {
  const pictures = new Map([['aurora/ornament', ornament(PALETTES.dawn)]]);
  for (const [name, { palette, skyline, front, more, rooms }] of Object.entries(HOTELS)) {
    const place = { palette: PALETTES[palette], skyline };
    pictures.set(`${name}/${front.name}`, asDocument(hotelFront({ ...place, ...front })));
    for (const [what, draw] of Object.entries(more)) pictures.set(`${name}/${what}`, asDocument(draw(place)));
    for (const [what, kind] of Object.entries(rooms)) {
      pictures.set(`${name}/${what}`, asDocument(room({ ...place, room: kind })));
    }
  }
  return pictures;
}

const asDocument = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${shapes}</svg>`;
