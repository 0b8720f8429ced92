/** The colours of a hotel's pictures. */
export interface Palette {
  /** Of the sky, from top to bottom. */
  readonly sky: readonly [string, string];
  /** The sun or the moon. */
  readonly light: string;
  /** Of ranges of hills, the farthest first. */
  readonly hills: readonly [string, string, string];
  readonly lawn: string;
  readonly water: string;
  readonly tree: string;
  readonly trunk: string;
  readonly wall: string;
  readonly trim: string;
  readonly roof: string;
  /** Of windows: by night they are lit. */
  readonly window: string;
  /** Of blankets and cushions. */
  readonly fabric: string;
}

const DAY = { trunk: '#5d4a3c', window: '#5b7480', trim: '#ffffff' } as const;

export const PALETTES = {
  dawn: {
    ...DAY,
    sky: ['#8fb7cc', '#f8dcc4'],
    light: '#fff1d6',
    hills: ['#a9bcc4', '#7f9f9b', '#5b8474'],
    lawn: '#87a878',
    water: '#9fc4cb',
    tree: '#41705c',
    wall: '#f2e3cf',
    roof: '#a65f4a',
    fabric: '#2f7a78',
  },
  night: {
    ...DAY,
    sky: ['#14203d', '#4f5f8c'],
    light: '#f4edd2',
    hills: ['#38476f', '#283659', '#1d2947'],
    lawn: '#1c2c3a',
    water: '#2b3d68',
    tree: '#162a33',
    trunk: '#101c22',
    wall: '#b9a98e',
    trim: '#d8c9ab',
    roof: '#3d4a57',
    window: '#ffd98a',
    fabric: '#7c3148',
  },
  noon: {
    ...DAY,
    sky: ['#77b3d9', '#e2f1f3'],
    light: '#fffbe6',
    hills: ['#a5c4cd', '#80ae9c', '#5f9a72'],
    lawn: '#94bd76',
    water: '#8cc6d8',
    tree: '#3f7d52',
    wall: '#f3cf7f',
    roof: '#8b5a4a',
    fabric: '#d08a2e',
  },
  park: {
    ...DAY,
    sky: ['#9cc9d8', '#f1f3dd'],
    light: '#fff6d0',
    hills: ['#a7c3ae', '#7fa57f', '#5c8a5f'],
    lawn: '#a3c07a',
    water: '#9ccbc6',
    tree: '#4a7a45',
    wall: '#f6efe2',
    trim: '#8a5b3f',
    roof: '#7d3f35',
    fabric: '#6d8a4d',
  },
  evening: {
    ...DAY,
    sky: ['#6d7fb0', '#f7c39a'],
    light: '#ffe3b0',
    hills: ['#9a8fae', '#766f93', '#4f5f6e'],
    lawn: '#6d8567',
    water: '#a99bb3',
    tree: '#36564f',
    wall: '#ece4da',
    trim: '#b98556',
    roof: '#4c4a52',
    window: '#ffd591',
    fabric: '#5a5f93',
  },
  morning: {
    ...DAY,
    sky: ['#8ec4e0', '#fdeebd'],
    light: '#ffdf7d',
    hills: ['#a3c8bd', '#6f9f82', '#437259'],
    lawn: '#a9c46c',
    water: '#9fd0d3',
    tree: '#2f5f47',
    wall: '#fbf3dd',
    trim: '#9c6b3c',
    roof: '#b0563a',
    fabric: '#d9703f',
  },
} as const satisfies Record<string, Palette>;
