/** Shapes of SVG as text, with whole numbers: pictures stay small. */

export type Point = readonly [x: number, y: number];

export const WIDTH = 1200;
export const HEIGHT = 800;

const whole = (...numbers: readonly number[]): string => numbers.map(Math.round).join(' ');

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  const [left, top, across, down] = whole(x, y, width, height).split(' ');
  return `<rect x="${left}" y="${top}" width="${across}" height="${down}" fill="${fill}"${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  const [cx, cy, across, down] = whole(x, y, rx, ry).split(' ');
  return `<ellipse cx="${cx}" cy="${cy}" rx="${across}" ry="${down}" fill="${fill}"${more}/>`;
}

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`;

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return path(`M${points.map(([x, y]) => whole(x, y)).join('L')}z`, fill, more);
}

export function line(points: readonly Point[], stroke: string, width: number): string {
  const d = `M${points.map(([x, y]) => whole(x, y)).join('L')}`;
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

export const faint = (opacity: number): string => ` opacity="${opacity}"`;

/** A gradient from top to bottom, to fill with `url(#id)`. */
export function gradient(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** The path of a window or an arch: with a round top if `isArched`. */
export function opening(x: number, y: number, width: number, height: number, isArched: boolean): string {
  if (!isArched) return `M${whole(x, y)}h${whole(width)}v${whole(height)}h${whole(-width)}z`;
  const radius = width / 2;
  return `M${whole(x, y + height)}v${whole(radius - height)}a${whole(radius, radius)} 0 0 1 ${whole(width, 0)}v${whole(height - radius)}z`;
}

/** A wavy line from the left edge to the right, closed below: a range of hills. `phase` tells ranges apart. */
export function hills(y: number, rise: number, phase: number, fill: string, more = ''): string {
  const steps = 8;
  const points = Array.from({ length: steps + 1 }, (_, step): Point => {
    const wave = Math.sin(step * 1.3 + phase) * 0.6 + Math.sin(step * 2.9 + phase * 2.3) * 0.4;
    return [(WIDTH * step) / steps, y - rise * wave];
  });
  const curves = points.slice(1).map(([x, to], index) => {
    const [before, from] = points[index]!;
    const middle = (before + x) / 2;
    return `C${whole(middle, from, middle, to, x, to)}`;
  });
  return path(`M0 ${HEIGHT}V${whole(points[0]![1])}${curves.join('')}V${HEIGHT}z`, fill, more);
}

/** Firs, each by where it stands and how high it is. */
export function firs(trees: readonly (readonly [x: number, y: number, height: number])[], fill: string): string {
  const d = trees.map(([x, y, height]) => {
    const half = height * 0.2;
    return `M${whole(x - half, y)}l${whole(half * 0.55, -height * 0.42)}h${whole(-half * 0.2)}l${whole(half * 0.65, -height * 0.58)} ${whole(half * 0.65, height * 0.58)}h${whole(-half * 0.2)}l${whole(half * 0.55, height * 0.42)}z`;
  });
  return path(d.join(''), fill);
}

/** Trees with round crowns. */
export function trees(
  places: readonly (readonly [x: number, y: number, size: number])[],
  fill: string,
  trunk: string,
): string {
  const trunks = places.map(([x, y, size]) => opening(x - size * 0.05, y - size * 0.5, size * 0.1, size * 0.5, false));
  const crowns = places.map(
    ([x, y, size]) =>
      ellipse(x, y - size * 0.75, size * 0.36, size * 0.42, fill) +
      ellipse(x - size * 0.08, y - size * 0.84, size * 0.2, size * 0.22, '#fff', faint(0.1)),
  );
  return path(trunks.join(''), trunk) + crowns.join('');
}
