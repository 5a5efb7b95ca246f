import { Icon } from '#components/ui/icon.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { isTemplateSize, type TemplateSize } from '#lib/contract/sizes.ts';
import { ThumbnailFrame } from './thumbnail-frame.tsx';

/**
 * The dimensions of each thumbnail. A landscape thumbnail fills the column's width, and a portrait thumbnail
 * fills the row's height.
 */
const SHAPES: Readonly<Record<TemplateSize, string>> = {
  self_mailer_6x18: 'w-18 aspect-[18/6]',
  self_mailer_12x9: 'w-18 aspect-[12/9]',
  postcard_6x11: 'w-18 aspect-[11/6]',
  postcard_6x9: 'w-18 aspect-[9/6]',
  postcard_4x6: 'w-18 aspect-[6/4]',
  letter: 'h-15 aspect-[8.5/11]',
};

/** The dimensions in dense tables. */
const SMALL_SHAPES: Readonly<Record<TemplateSize, string>> = {
  self_mailer_6x18: 'w-9 aspect-[18/6]',
  self_mailer_12x9: 'w-9 aspect-[12/9]',
  postcard_6x11: 'w-9 aspect-[11/6]',
  postcard_6x9: 'w-9 aspect-[9/6]',
  postcard_4x6: 'w-9 aspect-[6/4]',
  letter: 'h-7 aspect-[8.5/11]',
};

/** The dimensions in the calendar. */
const TINY_SHAPES: Readonly<Record<TemplateSize, string>> = {
  self_mailer_6x18: 'w-6.5 aspect-[18/6]',
  self_mailer_12x9: 'w-6 aspect-[12/9]',
  postcard_6x11: 'w-6.5 aspect-[11/6]',
  postcard_6x9: 'w-6.5 aspect-[9/6]',
  postcard_4x6: 'w-6.5 aspect-[6/4]',
  letter: 'h-5 aspect-[8.5/11]',
};

interface CampaignThumbnailProps {
  readonly campaign: Pick<Campaign, 'id' | 'size' | 'thumbnails'>;
  /** True for the first thumbnail on a page, which the browser loads with high priority. */
  readonly isFirst?: boolean;
  readonly size?: 'normal' | 'small' | 'tiny';
}

const SHAPES_BY_SIZE = { normal: SHAPES, small: SMALL_SHAPES, tiny: TINY_SHAPES } as const;

/** Returns the classes for the thumbnail's dimensions. */
export function thumbnailShape(
  campaignSize: Campaign['size'],
  size: NonNullable<CampaignThumbnailProps['size']>,
): string {
  const shapes = SHAPES_BY_SIZE[size];
  return isTemplateSize(campaignSize) ? shapes[campaignSize] : shapes.postcard_6x9;
}

/** Shows the front of a mailpiece. The alt text is empty because the campaign's name is always next to the image. */
export function CampaignThumbnail({ campaign, isFirst = false, size = 'normal' }: CampaignThumbnailProps) {
  return (
    <ThumbnailFrame
      id={campaign.id}
      shape={thumbnailShape(campaign.size, size)}
      isFirst={isFirst}
      placeholder={(campaign.thumbnails?.length ?? 0) > 0 ? undefined : <ThumbnailPlaceholder />}
    />
  );
}

/** Shown until the mail service has rendered the thumbnail. */
export const ThumbnailPlaceholder = () => <Icon name="campaigns" className="" />;
