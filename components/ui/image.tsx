import type { ComponentProps } from 'react';

/**
 * An image from a `/files` route. Images from `/files` must bypass Next's image cache, because they aren't
 * public. The images already have the right size.
 */
export function Image({ alt, ...props }: ComponentProps<'img'> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: `/files` images must bypass Next's image cache
  return <img alt={alt} decoding="async" {...props} />;
}
