import { backdrop, type Landscape } from './outdoors.ts';

/** What is seen through an opening in a wall, cut along `d`. */
export function view(place: Landscape, d: string, scale: number, x: number, y: number): string {
  return `<clipPath id="view"><path d="${d}"/></clipPath><g clip-path="url(#view)"><g transform="translate(${x} ${y}) scale(${scale})">${backdrop(place)}</g></g>`;
}
