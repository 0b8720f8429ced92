/** Pictures under the sky: a hotel in its landscape, and places near it. */
import { type Building, building } from './building.ts';
import type { Palette } from './palette.ts';
import { ellipse, faint, firs, gradient, HEIGHT, hills, line, opening, path, rect, trees, WIDTH } from './shapes.ts';

export interface Landscape {
  readonly palette: Palette;
  /** Tells the skylines apart. */
  readonly skyline: number;
}

/** Sky, sun, and three ranges of hills. */
export function backdrop({ palette, skyline }: Landscape): string {
  const sun = 220 + ((skyline * 277) % 760);
  const isNight = palette.light === '#f4edd2';
  const stars = isNight
    ? Array.from({ length: 26 }, (_, star) => {
        const x = (star * 397) % WIDTH;
        const y = (star * 173) % 330;
        return `M${x} ${y}h3v3h-3z`;
      }).join('')
    : '';
  return [
    `<defs>${gradient('sky', ...palette.sky)}${gradient('mist', palette.hills[0], palette.sky[1])}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    stars && path(stars, '#fff', faint(0.7)),
    ellipse(sun, 190, 150, 150, palette.light, faint(0.25)),
    ellipse(sun, 190, isNight ? 46 : 66, isNight ? 46 : 66, palette.light),
    isNight ? '' : clouds(skyline),
    hills(430, 70, skyline, 'url(#mist)'),
    hills(500, 60, skyline * 1.7 + 1, palette.hills[1]),
    hills(580, 44, skyline * 2.3 + 2, palette.hills[2]),
  ].join('');
}

function clouds(skyline: number): string {
  return [0, 1]
    .map((cloud) => {
      const x = ((skyline * 431 + cloud * 610) % (WIDTH - 200)) + 100;
      const y = 110 + cloud * 90;
      return `<g fill="#fff" opacity=".55">${ellipse(x, y, 110, 16, '#fff')}${ellipse(x + 40, y - 14, 60, 18, '#fff')}</g>`;
    })
    .join('');
}

/** The hotel: its building among trees, behind water or a lawn. */
export function hotelFront(place: Landscape & { building: Building; foreground: 'lawn' | 'water' }): string {
  const { palette, skyline } = place;
  const foot = 640;
  const forest = Array.from({ length: 22 }, (_, tree) => {
    const x = (tree * 57 + skyline * 31) % WIDTH;
    return [x, 612, 90 + ((tree * 37) % 80)] as const;
  });
  return [
    backdrop(place),
    firs(forest, palette.tree),
    rect(0, 606, WIDTH, 200, palette.lawn),
    ellipse(600, 606, 760, 30, palette.lawn),
    building(600, foot, place.building, palette),
    trees(
      [
        [110, 690, 210],
        [255, 668, 150],
        [965, 668, 150],
        [1105, 694, 220],
      ],
      palette.tree,
      palette.trunk,
    ),
    place.foreground === 'water' ? river(palette) : avenue(palette),
  ].join('');
}

function avenue(palette: Palette): string {
  const bushes = Array.from({ length: 8 }, (_, bush) => {
    const side = bush < 4 ? -1 : 1;
    const at = bush % 4;
    return ellipse(600 + side * (70 + at * 62), 668 + at * 34, 24 + at * 6, 18 + at * 5, palette.tree);
  });
  return path('M572 642h56L800 800H400z', '#efe6d4') + bushes.join('');
}

function river(palette: Palette): string {
  const glints = Array.from({ length: 16 }, (_, glint) =>
    opening((glint * 211) % 1100, 716 + ((glint * 29) % 76), 60 + ((glint * 17) % 70), 3, false),
  );
  return [
    rect(0, 690, WIDTH, 9, palette.trim, faint(0.6)),
    rect(0, 698, WIDTH, 110, palette.water),
    path(glints.join(''), palette.window === '#ffd98a' ? palette.window : '#fff', faint(0.45)),
  ].join('');
}

/** A lake before hills, with a bench and a jetty. */
export function lake(place: Landscape): string {
  const { palette, skyline } = place;
  const shore = Array.from(
    { length: 26 },
    (_, tree) => [(tree * 47 + skyline * 13) % WIDTH, 560, 70 + ((tree * 41) % 90)] as const,
  );
  const ripples = Array.from({ length: 18 }, (_, ripple) =>
    opening((ripple * 263) % 1100, 590 + ((ripple * 37) % 190), 80 + ((ripple * 31) % 120), 3, false),
  );
  const jetty = [0, 1, 2, 3].map((post) => opening(770 + post * 60, 668 + post * 22, 9, 60, false));
  return [
    backdrop(place),
    firs(shore, palette.tree),
    rect(0, 556, WIDTH, 250, palette.water),
    `<g transform="matrix(1 0 0 -.5 0 838)" opacity=".3">${firs(shore, palette.tree)}</g>`,
    path(ripples.join(''), '#fff', faint(0.4)),
    path('M740 660l60-8 400 128v20H1100z', palette.trunk),
    path(jetty.join(''), palette.trunk),
    trees([[90, 800, 380]], palette.tree, palette.trunk),
  ].join('');
}

/** A colonnade in the town's park. */
export function colonnade(place: Landscape): string {
  const { palette } = place;
  const columns = Array.from({ length: 12 }, (_, column) => 138 + column * 84);
  return [
    backdrop(place),
    rect(0, 606, WIDTH, 200, palette.lawn),
    path(
      columns
        .slice(0, -1)
        .map((x) => opening(x + 10, 388, 74, 262, true))
        .join(''),
      palette.hills[2],
      faint(0.5),
    ),
    rect(100, 344, 1000, 44, palette.wall),
    rect(84, 328, 1032, 18, palette.trim),
    columns.map((x) => rect(x - 11, 388, 22, 262, palette.wall) + rect(x - 17, 388, 34, 10, palette.trim)).join(''),
    line(
      [
        [100, 366],
        [1100, 366],
      ],
      palette.trim,
      3,
    ),
    rect(84, 648, 1032, 16, palette.trim),
    rect(60, 664, 1080, 16, palette.wall),
    path('M360 680h480l220 120H140z', '#efe6d4'),
    ellipse(600, 744, 74, 18, palette.water),
    path('M592 744q-4-70-46-66q50-20 54 30q4-50 54-30q-42-4-46 66z', '#fff', faint(0.7)),
    trees(
      [
        [70, 720, 230],
        [1130, 720, 230],
      ],
      palette.tree,
      palette.trunk,
    ),
  ].join('');
}
