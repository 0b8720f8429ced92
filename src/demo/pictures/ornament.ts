import type { Palette } from './palette.ts';

/** A square ornament of twelve leaves. It means nothing. */
export function ornament({ sky, hills, fabric, light }: Palette): string {
  const leaf = (turn: number, fill: string, length: number) =>
    `<path transform="rotate(${turn} 320 320)" d="M320 300q-50-90 0-${length}q50 ${length - 90} 0 ${length}z" fill="${fill}"/>`;
  const leaves = Array.from({ length: 12 }, (_, one) =>
    leaf(one * 30, one % 2 ? hills[2] : fabric, one % 2 ? 200 : 240),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640"><rect width="640" height="640" fill="${sky[1]}"/>${leaves.join('')}<circle cx="320" cy="320" r="34" fill="${light}"/></svg>`;
}
