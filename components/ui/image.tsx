import type { ComponentProps } from 'react';

/**
 * An image from a `/files` route. These images already have the right size and aren't public, so they must not go
 * through Next's image cache.
 */
export function Image({ alt, ...props }: ComponentProps<'img'> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: see above
  return <img alt={alt} decoding="async" {...props} />;
}
