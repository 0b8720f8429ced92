/** Houses of spa towns, by what tells them apart. */
import type { Palette } from './palette.ts';
import { ellipse, faint, line, opening, type Point, path, polygon, rect } from './shapes.ts';

export interface Building {
  readonly floors: number;
  /** Windows side by side. */
  readonly bays: number;
  readonly roof: 'mansard' | 'hip' | 'gable' | 'flat';
  readonly centre: 'dome' | 'pediment' | 'turret' | 'none';
  /** Arches along the ground floor. */
  readonly hasArcade?: boolean;
  readonly hasBalconies?: boolean;
}

const BAY = 58;
const FLOOR = 66;

/** A building with the middle of its foot at `x`, `foot`. */
export function building(x: number, foot: number, house: Building, palette: Palette): string {
  const { floors, bays, hasArcade = false, hasBalconies = false } = house;
  const width = bays * BAY;
  const left = x - width / 2;
  const top = foot - floors * FLOOR;
  const isArched = house.roof === 'mansard' || house.centre === 'pediment';
  const storey = (floor: number) => foot - (floor + 1) * FLOOR;
  const inEachBay = (draw: (at: number) => string) =>
    Array.from({ length: bays }, (_, bay) => draw(left + bay * BAY)).join('');
  const upper = Array.from({ length: floors }, (_, floor) => floor).filter((floor) => floor > 0 || !hasArcade);
  // Windows repeat: one is drawn, the wall is covered with it.
  const bay = `<pattern id="bay" x="${left}" y="${top}" width="${BAY}" height="${FLOOR}" patternUnits="userSpaceOnUse">${path(
    opening(18, 14, BAY - 36, FLOOR - 28, isArched),
    palette.window,
    ` stroke="${palette.trim}" stroke-width="5"`,
  )}</pattern>`;
  const cornices = Array.from({ length: floors - 1 }, (_, floor) =>
    rect(left, storey(floor), width, 4, palette.trim, faint(0.7)),
  );
  const arcade = hasArcade
    ? path(
        inEachBay((at) => opening(at + 8, foot - FLOOR + 10, BAY - 16, FLOOR - 10, true)),
        palette.window,
        faint(0.85),
      )
    : path(opening(x - 22, foot - 52, 44, 52, true), palette.trim) +
      path(opening(x - 16, foot - 46, 32, 46, true), palette.roof);
  const balconies = hasBalconies
    ? upper.slice(1).map((floor) => rect(left + 8, storey(floor) + FLOOR - 16, width - 16, 7, palette.trim))
    : [];
  return [
    ellipse(x, foot + 4, width * 0.56, 14, '#000', faint(0.12)),
    roof(house, { left, top, width, x }, palette),
    rect(left, top, width, foot - top, palette.wall),
    rect(left + width * 0.68, top, width * 0.32, foot - top, '#000', faint(0.06)),
    cornices.join(''),
    bay,
    rect(left, top, width, upper.length * FLOOR, 'url(#bay)'),
    balconies.join(''),
    arcade,
    centre(house, { left, top, width, x, foot }, palette),
  ].join('');
}

interface Walls {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly x: number;
}

function roof({ roof: kind, bays }: Building, { left, top, width, x }: Walls, palette: Palette): string {
  const right = left + width;
  if (kind === 'flat') return rect(left - 26, top - 16, width + 52, 18, palette.roof);
  if (kind === 'gable') {
    const ridge = top - width * 0.36;
    const outline: Point[] = [
      [left - 30, top + 8],
      [x, ridge],
      [right + 30, top + 8],
    ];
    return (
      polygon(outline, palette.roof) +
      polygon(
        [
          [left, top + 8],
          [x, ridge + 32],
          [right, top + 8],
        ],
        palette.wall,
      ) +
      path(opening(x - 18, top - 54, 36, 46, true), palette.window)
    );
  }
  const [slope, height] = kind === 'mansard' ? [26, 74] : [88, 62];
  const outline: Point[] = [
    [left - 16, top + 4],
    [left + slope, top - height],
    [right - slope, top - height],
    [right + 16, top + 4],
  ];
  const dormers = Array.from({ length: kind === 'mansard' ? Math.floor(bays / 2) : 0 }, (_, one) =>
    opening(left + (one * 2 + 1) * BAY - 11, top - 46, 22, 34, true),
  );
  return polygon(outline, palette.roof) + path(dormers.join(''), palette.window);
}

function centre(
  { centre: kind, floors }: Building,
  { left, top, x, foot }: Walls & { foot: number },
  palette: Palette,
): string {
  if (kind === 'none') return '';
  if (kind === 'turret') {
    const high = top - 40;
    return [
      rect(left - 44, high, 88, foot - high, palette.wall),
      rect(left + 14, high, 30, foot - high, '#000', faint(0.06)),
      polygon(
        [
          [left - 60, high + 4],
          [left, high - 120],
          [left + 60, high + 4],
        ],
        palette.roof,
      ),
      path(
        Array.from({ length: floors }, (_, floor) => opening(left - 13, high + 22 + floor * FLOOR, 26, 40, true)).join(
          '',
        ),
        palette.window,
      ),
    ].join('');
  }
  const half = BAY * 1.5;
  if (kind === 'pediment') {
    const columns = [-1, -0.34, 0.34, 1].map((at) =>
      opening(x + at * (half - 8) - 8, top + 6, 16, foot - top - 6, false),
    );
    return [
      path(columns.join(''), palette.trim),
      rect(x - half - 12, top - 10, half * 2 + 24, 18, palette.trim),
      polygon(
        [
          [x - half - 20, top - 10],
          [x, top - 86],
          [x + half + 20, top - 10],
        ],
        palette.trim,
      ),
      polygon(
        [
          [x - half + 10, top - 16],
          [x, top - 72],
          [x + half - 10, top - 16],
        ],
        palette.wall,
      ),
      ellipse(x, top - 36, 13, 13, palette.trim),
    ].join('');
  }
  const high = top - 96;
  return [
    rect(x - half, high, half * 2, foot - high, palette.wall),
    rect(x + half * 0.4, high, half * 0.6, foot - high, '#000', faint(0.06)),
    rect(x - half - 8, high - 8, half * 2 + 16, 14, palette.trim),
    path(`M${x - half} ${high - 8}a${half} ${half * 1.05} 0 0 1 ${half * 2} 0z`, palette.roof),
    rect(x - 11, high - half - 34, 22, 34, palette.trim),
    polygon(
      [
        [x - 15, high - half - 32],
        [x, high - half - 76],
        [x + 15, high - half - 32],
      ],
      palette.roof,
    ),
    path(
      Array.from({ length: floors + 1 }, (_, floor) =>
        [-1, 0, 1].map((at) => opening(x + at * 50 - 13, high + 26 + floor * FLOOR, 26, 42, true)).join(''),
      ).join(''),
      palette.window,
    ),
    line(
      [
        [x - half, foot],
        [x - half, high],
      ],
      palette.trim,
      5,
    ),
    line(
      [
        [x + half, foot],
        [x + half, high],
      ],
      palette.trim,
      5,
    ),
  ].join('');
}
