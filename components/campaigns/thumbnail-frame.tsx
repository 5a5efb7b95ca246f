import type { ReactNode } from 'react';
import { Image } from '#components/ui/image.tsx';
import { thumbnailHref } from '#lib/http/file-urls.ts';

interface ThumbnailFrameProps {
  readonly id: number;
  /** The classes for the thumbnail's dimensions, from `thumbnailShape`. */
  readonly shape: string;
  /** True for the first thumbnail on a page, which the browser loads with high priority. */
  readonly isFirst?: boolean;
  /** Undefined if the thumbnail has been rendered. */
  readonly placeholder: ReactNode;
}

/** Separate from `CampaignThumbnail`, so that tables don't load every icon in the browser. */
export function ThumbnailFrame({ id, shape, isFirst = false, placeholder }: ThumbnailFrameProps) {
  return (
    <span className={`thumbnail ${shape}`}>
      {placeholder ?? (
        <Image
          src={thumbnailHref(id, 0, 160)}
          alt=""
          // All images after the first have low priority, so that they don't delay the rest of the page.
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', fetchPriority: 'low' })}
        />
      )}
    </span>
  );
}
