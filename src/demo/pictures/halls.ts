/** Pictures of halls with a view: the pool, the winter garden, the inhalation room. */
import type { Landscape } from './outdoors.ts';
import { ellipse, faint, HEIGHT, opening, path, polygon, rect, WIDTH } from './shapes.ts';
import { view } from './view.ts';

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
