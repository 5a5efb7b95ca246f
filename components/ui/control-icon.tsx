import { Glyph } from './glyph.tsx';

/**
 * The icons of controls, such as search fields and page links. Browsers load them together with some lists,
 * so they are in a separate file from the other icons.
 */
const PATHS = {
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12M13.4 13.4 17 17',
  plus: 'M10 5v10M5 10h10',
  sliders:
    'M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8M13 8.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M7 15.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  bookmark: 'M5.5 3.5h9v13L10 13.2l-4.5 3.3z',
  download: 'M10 3.5v8.5M6.2 8.6 10 12.4l3.8-3.8M4 16.2h12',
  up: 'M10 15.5v-11M5.8 8.7 10 4.5l4.2 4.2',
  down: 'M10 4.5v11M5.8 11.3l4.2 4.2 4.2-4.2',
  previous: 'm12 5-5 5 5 5',
  next: 'm8 5 5 5-5 5',
  stop: 'M5.5 5.5h9v9h-9z',
  printer: 'M6 7.5V3.5h8v4M6 13.5H3.5v-6h13v6H14M6 11.5h8v5H6z',
  feed: 'M4 16v-.1M4 10.5A5.5 5.5 0 0 1 9.5 16M4 5a11 11 0 0 1 11 11',
} as const;

/** A decorative icon of a control. The text beside the icon, or the control's name, must convey the meaning. */
export function ControlIcon({
  name,
  className = 'size-5',
}: {
  name: keyof typeof PATHS;
  className?: string;
}) {
  return <Glyph path={PATHS[name]} className={className} />;
}
