import type { ComponentProps } from 'react';

/**
 * A picture from the asset route. It is already the right size and only for the signed-in, so it must not go through
 * Next's public image cache.
 */
export function Image({ alt, ...props }: ComponentProps<'img'> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: see above
  return <img alt={alt} decoding="async" {...props} />;
}
