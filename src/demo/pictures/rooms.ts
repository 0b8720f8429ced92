/** Pictures of rooms. */
import type { Landscape } from './outdoors.ts';
import { ellipse, faint, HEIGHT, line, opening, path, polygon, rect, WIDTH } from './shapes.ts';
import { view } from './view.ts';

export interface Room {
  readonly beds: 'single' | 'double' | 'twin' | 'triple';
  /** A door to a balcony in place of the window. */
  readonly hasBalcony?: boolean;
  /** An armchair and a table by the window. */
  readonly hasSeat?: boolean;
}

const FLOOR = 610;

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
