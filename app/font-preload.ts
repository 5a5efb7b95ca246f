import { preload } from 'react-dom';
import inter from './fonts/inter-common.woff2';

/**
 * Loads the body font at the same time as the style sheet. Without the preload, browsers first show the text in
 * another font, and the lines on long pages shift when the font arrives. The heading font isn't preloaded,
 * because headings are short and the download would delay the scripts.
 */
export function preloadTextFont() {
  // Browsers request fonts anonymously, and reuse a preloaded font only if it was requested in the same way.
  preload(inter, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}
