import { Glyph, PLUG_PATH } from './glyph.tsx';

/**
 * SVG paths on a 20 × 20 grid. Icons are rendered on the server, so the paths don't add JavaScript to a page.
 */
const PATHS = {
  overview: 'M3 11.5 5.2 4h9.6L17 11.5M3 11.5V16h14v-4.5M3 11.5h4c.4 1.6 1.5 2.4 3 2.4s2.6-.8 3-2.4h4',
  campaigns: 'M2.5 5h15v10.5h-15zM2.8 5.3 10 11l7.2-5.7',
  calendar: 'M3 4.5h14v12H3zM3 8.5h14M6.5 2.5v4M13.5 2.5v4',
  customers:
    'M7.2 9.6a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6M2 16.2c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4M13 4.4a2.6 2.6 0 0 1 0 5M14.6 12.5c1.8.5 2.9 1.8 3.4 3.7',
  templates: 'M3 4h14v12H3zM3 8h14M8 8v8',
  account: 'M10 10.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2M3.8 16.6c.8-2.6 3.2-4 6.2-4s5.4 1.4 6.2 4',
  team: 'M10 9.4a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2M5.4 16.2c.5-2.6 2.2-4 4.6-4s4.1 1.4 4.6 4M4.6 8.9a2 2 0 1 1 .3-3.9M1.8 14.2c.2-1.6 1-2.7 2.3-3.2M15.4 8.9a2 2 0 1 0-.3-3.9M18.2 14.2c-.2-1.6-1-2.7-2.3-3.2',
  check: 'm4.5 10.6 3.7 3.7 7.3-8.4',
  bell: 'M10 3a4.6 4.6 0 0 0-4.6 4.6c0 4.2-1.6 5.2-1.6 6.2h12.4c0-1-1.6-2-1.6-6.2A4.6 4.6 0 0 0 10 3M8.3 16.4a1.8 1.8 0 0 0 3.4 0',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6.2V10l2.6 1.7',
  alert: 'M10 3.2 17.6 16.4H2.4zM10 8.2v3.6M10 14v.1',
  cross: 'm5 5 10 10M15 5 5 15',
  lock: 'M4.5 9h11v7.5h-11zM6.8 9V6.6a3.2 3.2 0 0 1 6.4 0V9',
  'not-found': 'M2.5 5h15v10.5h-15zM7.9 8.2a2.1 2.1 0 1 1 3 2c-.6.3-.9.7-.9 1.4M10 13.3v.1',
  plug: PLUG_PATH,
  sheet: 'M5 2.8h7l3.2 3.3v11.1H5zM12 2.8V6h3.2',
  filter: 'M3 5h14M5.6 10h8.8M8.2 15h3.6',
  credit:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M12.2 7.7c-.4-.8-1.2-1.2-2.2-1.2-1.2 0-2.1.6-2.1 1.6 0 2.4 4.4 1.2 4.4 3.7 0 1-.9 1.7-2.3 1.7-1.1 0-2-.5-2.4-1.3M10 5.2v9.6',
  spending: 'M3 16.5h14M5.2 16.5v-6M10 16.5V4M14.8 16.5V7.6',
  skip: 'M4 5l6 5-6 5zM11 5l6 5-6 5z',
  plane: 'M17.5 2.8 2.6 9.1l5.5 2.3 2.4 5.7zM8.1 11.4l9.4-8.6',
} as const;

export type IconName = keyof typeof PATHS;

/** Returns the SVG path of an icon for a client component, so that the other icons don't become part of its script. */
export const iconPath = (name: IconName): string => PATHS[name];

/**
 * A decorative icon, which is hidden from screen readers. The text beside the icon must convey the meaning.
 */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return <Glyph path={PATHS[name]} className={className} />;
}
