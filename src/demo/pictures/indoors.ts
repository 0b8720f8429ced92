/** Pictures under a roof: rooms, the pool, the winter garden, the inhalation room. */
import { backdrop, type Landscape } from './outdoors.ts';
import { ellipse, faint, HEIGHT, line, opening, path, polygon, rect, WIDTH } from './shapes.ts';

export interface Room {
  readonly beds: 'single' | 'double' | 'twin' | 'triple';
  /** A door to a balcony in place of the window. */
  readonly hasBalcony?: boolean;
  /** An armchair and a table by the window. */
  readonly hasSeat?: boolean;
}

const FLOOR = 610;

/** What is seen through an opening in a wall, cut along `d`. */
function view(place: Landscape, d: string, scale: number, x: number, y: number): string {
  return `<clipPath id="view"><path d="${d}"/></clipPath><g clip-path="url(#view)"><g transform="translate(${x} ${y}) scale(${scale})">${backdrop(place)}</g></g>`;
}

export function room(place: Landscape & { room: Room }): string {
  const { palette, room: kind } = place;
  const { hasBalcony = false, hasSeat = false } = kind;
  const sill = hasBalcony ? FLOOR : 430;
  const frame = opening(690, 120, 360, sill - 120, false);
  const wide = { single: 240, double: 430, twin: 240, triple: 400 }[kind.beds];
  const beds = [bed(110, wide, palette.fabric)];
  if (kind.beds === 'twin') beds.push(bed(390, wide, palette.fabric));
  if (kind.beds === 'triple') beds.push(bed(620, 210, palette.fabric));
  const lamp = 110 + wide + 58;
  return [
    rect(0, 0, WIDTH, FLOOR, palette.wall),
    rect(0, 0, WIDTH, 34, '#fff', faint(0.4)),
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, '#b98f68'),
    line(
      [
        [0, 680],
        [WIDTH, 680],
      ],
      '#a67d58',
      3,
    ),
    line(
      [
        [0, 740],
        [WIDTH, 740],
      ],
      '#a67d58',
      3,
    ),
    rect(0, FLOOR - 16, WIDTH, 16, '#fff', faint(0.7)),
    view(place, frame, 0.42, 620, 110),
    `<path d="${frame}M870 120V${sill}" fill="none" stroke="#fff" stroke-width="14"/>`,
    hasBalcony ? railing() : rect(672, sill, 396, 16, '#fff'),
    curtain(640, palette.fabric),
    curtain(1040, palette.fabric),
    rect(630, 92, 480, 10, palette.trunk),
    polygon(
      [
        [690, 640],
        [1050, 640],
        [1150, 800],
        [640, 800],
      ],
      palette.light,
      faint(0.22),
    ),
    painting(place),
    ellipse(420, 730, 400, 52, palette.fabric, faint(0.22)),
    ...beds,
    hasSeat ? armchair(palette.fabric) : '',
    kind.beds === 'triple' ? '' : nightLamp(lamp + (kind.beds === 'twin' ? -30 : 0), palette.light),
  ].join('');
}

function bed(x: number, width: number, fabric: string): string {
  const pillows = width > 300 ? [0.07, 0.53] : [0.18];
  const pillow = width > 300 ? width * 0.4 : width * 0.64;
  return [
    rect(x - 14, 380, width + 28, 220, '#7a5a44', ' rx="14"'),
    rect(x, 394, width, 90, '#fff', faint(0.12)),
    rect(x - 6, 500, width + 12, 180, '#fdfbf6', ' rx="16"'),
    pillows
      .map(
        (at) =>
          rect(x + width * at, 462, pillow, 66, '#ffffff', ' rx="22"') +
          rect(x + width * at, 508, pillow, 20, '#000', ' rx="10" opacity=".05"'),
      )
      .join(''),
    path(`M${x - 10} 566q${width / 2 + 10}-22 ${width + 20} 0v118q0 10-10 10H${x}q-10 0-10-10z`, fabric),
    path(
      `M${x - 10} 566q${width / 2 + 10}-22 ${width + 20} 0v22q-${width / 2 + 10}-22-${width + 20} 0z`,
      '#fff',
      faint(0.35),
    ),
    rect(x, 694, 14, 26, '#5d4433'),
    rect(x + width - 14, 694, 14, 26, '#5d4433'),
  ].join('');
}

function curtain(x: number, fabric: string): string {
  return (
    path(`M${x} 100h70q-14 260 6 520h-82q18-260 6-520z`, fabric, faint(0.85)) +
    path(
      `M${x + 22} 100q-8 260-2 520M${x + 48} 100q-8 260 2 520`,
      'none',
      ' stroke="#000" stroke-opacity=".12" stroke-width="5"',
    )
  );
}

function railing(): string {
  const bars = Array.from({ length: 13 }, (_, bar) => opening(700 + bar * 28, 470, 5, 140, false));
  return path(bars.join(''), '#3f4a4a') + rect(690, 462, 360, 10, '#3f4a4a');
}

function painting({ palette, skyline }: Landscape): string {
  const x = 180 + ((skyline * 53) % 70);
  return [
    rect(x, 150, 230, 160, palette.trunk),
    rect(x + 10, 160, 210, 140, palette.sky[1]),
    path(`M${x + 10} 270q50-70 100-20t110-30v80H${x + 10}z`, palette.hills[1]),
    ellipse(x + 160, 200, 20, 20, palette.light),
  ].join('');
}

function nightLamp(x: number, light: string): string {
  return [
    ellipse(x, 430, 120, 120, light, faint(0.35)),
    rect(x - 44, 560, 88, 120, '#7a5a44', ' rx="6"'),
    rect(x - 44, 614, 88, 4, '#000', faint(0.2)),
    rect(x - 5, 470, 10, 90, '#c9a46a'),
    polygon(
      [
        [x - 26, 400],
        [x + 26, 400],
        [x + 48, 474],
        [x - 48, 474],
      ],
      '#fff3d4',
    ),
  ].join('');
}

function armchair(fabric: string): string {
  return [
    ellipse(950, 734, 150, 18, '#000', faint(0.15)),
    rect(860, 500, 190, 190, fabric, ' rx="40"'),
    rect(880, 600, 150, 60, '#fff', ' rx="20" opacity=".25"'),
    rect(832, 580, 44, 130, fabric, ' rx="20"'),
    rect(1034, 580, 44, 130, fabric, ' rx="20"'),
    rect(850, 706, 12, 28, '#5d4433'),
    rect(1046, 706, 12, 28, '#5d4433'),
  ].join('');
}

/** A hall with high arches, to the hills; what stands in it comes on top. */
function hall(place: Landscape, floor: string): string {
  const arches = [0, 1, 2, 3, 4].map((arch) => opening(60 + arch * 224, 90, 184, 440, true)).join('');
  const { wall, trim } = place.palette;
  return [
    rect(0, 0, WIDTH, HEIGHT, wall),
    view(place, arches, 1, 0, -60),
    `<path d="${arches}" fill="none" stroke="${trim}" stroke-width="12"/>`,
    path([0, 1, 2, 3, 4].map((arch) => opening(149 + arch * 224, 90, 6, 440, false)).join(''), trim),
    rect(0, 530, WIDTH, 16, trim),
    rect(0, 546, WIDTH, 260, floor),
  ].join('');
}

export function pool(place: Landscape): string {
  const ripples = Array.from({ length: 22 }, (_, ripple) =>
    opening(170 + ((ripple * 227) % 760), 620 + ((ripple * 37) % 150), 50 + ((ripple * 31) % 90), 4, false),
  );
  const lounger = (x: number) =>
    polygon(
      [
        [x, 574],
        [x + 40, 524],
        [x + 54, 530],
        [x + 26, 574],
        [x + 130, 574],
        [x + 130, 588],
        [x, 588],
      ],
      '#fdfbf6',
    ) +
    rect(x + 12, 588, 8, 18, '#7a5a44') +
    rect(x + 112, 588, 8, 18, '#7a5a44');
  return [
    hall(place, '#e7dccb'),
    polygon(
      [
        [150, 604],
        [1050, 604],
        [1200, 800],
        [0, 800],
      ],
      place.palette.trim,
    ),
    polygon(
      [
        [170, 616],
        [1030, 616],
        [1170, 800],
        [30, 800],
      ],
      '#4fb0bd',
    ),
    polygon(
      [
        [170, 616],
        [1030, 616],
        [1050, 640],
        [150, 640],
      ],
      '#000',
      faint(0.12),
    ),
    path(ripples.join(''), '#fff', faint(0.4)),
    lounger(40),
    lounger(1020),
    `<path d="M900 640v-60q0-24 22-24M940 640v-60q0-24 22-24" fill="none" stroke="#dfe7e8" stroke-width="8"/>`,
  ].join('');
}

export function winterGarden(place: Landscape): string {
  const { tree, trim, fabric } = place.palette;
  const palm = (x: number, foot: number) => {
    const leaves = [-150, -110, -60, 60, 110, 150].map((reach, leaf) => {
      const fall = [40, -30, -90, -90, -30, 40][leaf]!;
      return `M${x} ${foot - 210}q${reach * 0.4} ${fall - 70} ${reach} ${fall}q${-reach * 0.6} -50 ${-reach} ${-fall}z`;
    });
    return (
      rect(x - 8, foot - 210, 16, 180, '#7a5a44') +
      path(leaves.join(''), tree) +
      polygon(
        [
          [x - 48, foot - 60],
          [x + 48, foot - 60],
          [x + 34, foot],
          [x - 34, foot],
        ],
        '#c98a63',
      )
    );
  };
  const table = (x: number) =>
    rect(x - 6, 650, 12, 80, '#5d4433') +
    ellipse(x, 650, 86, 16, '#fdfbf6') +
    ellipse(x, 732, 44, 9, '#5d4433') +
    rect(x - 150, 590, 14, 140, fabric) +
    rect(x - 150, 664, 66, 14, fabric) +
    rect(x - 98, 664, 12, 66, fabric) +
    rect(x + 136, 590, 14, 140, fabric) +
    rect(x + 84, 664, 66, 14, fabric) +
    rect(x + 86, 664, 12, 66, fabric);
  return [
    hall(place, '#5b4a52'),
    path(
      'M0 600h1200M0 680h1200M300 546L160 800M600 546v254M900 546l140 254',
      'none',
      ' stroke="#fff" stroke-opacity=".12" stroke-width="4"',
    ),
    path('M600 0v60', 'none', ` stroke="${trim}" stroke-width="5"`),
    ellipse(600, 84, 120, 90, '#ffe9b0', faint(0.3)),
    polygon(
      [
        [540, 60],
        [660, 60],
        [630, 104],
        [570, 104],
      ],
      '#ffe9b0',
    ),
    palm(120, 700),
    palm(1080, 700),
    table(420),
    table(800),
  ].join('');
}

export function inhalation(place: Landscape): string {
  const { fabric, wall } = place.palette;
  const seat = (x: number) =>
    rect(x - 60, 480, 120, 190, fabric, ' rx="24"') +
    rect(x - 74, 610, 148, 62, fabric, ' rx="22"') +
    rect(x - 50, 620, 100, 24, '#fff', ' rx="12" opacity=".3"') +
    rect(x - 60, 672, 12, 40, '#5d4433') +
    rect(x + 48, 672, 12, 40, '#5d4433');
  const mist = Array.from({ length: 9 }, (_, puff) =>
    ellipse(250 + puff * 90, 380 - ((puff * 61) % 120), 90, 34, '#fff', faint(0.28)),
  );
  return [
    hall(place, '#cbb79c'),
    rect(0, 546, WIDTH, 8, '#000', faint(0.1)),
    seat(230),
    seat(450),
    seat(750),
    seat(970),
    rect(560, 520, 80, 200, '#e9eef0', ' rx="12"'),
    ellipse(600, 520, 96, 22, wall),
    ellipse(600, 516, 78, 14, '#7fc3cf'),
    path(
      'M600 512q-26-60 0-110q26-50 0-110',
      'none',
      ' stroke="#fff" stroke-opacity=".7" stroke-width="14" stroke-linecap="round"',
    ),
    mist.join(''),
  ].join('');
}
