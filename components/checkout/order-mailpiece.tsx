import { mailpieceShape, mailpieceSizes } from '#components/campaign/mailpiece.ts';
import { Image } from '#components/ui/image.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { formatPieces, sizeDimensions } from '#lib/format/size.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { largeThumbnail } from '#lib/http/file-urls.ts';

/** Shows the front of the mailpiece with its quantity, size, and postage class. */
export function OrderMailpiece({ campaign }: { campaign: Campaign }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <OrderThumbnail campaign={campaign} />
      <p className="text-center text-sm text-muted">
        <OrderCaption campaign={campaign} senderCopy={campaign.send_copy_to_sender === true} />
      </p>
    </div>
  );
}

/** Shows a caption such as "821 postcards, 6 × 9 in, first class". The sender's copy counts as one more piece. */
export function OrderCaption({ campaign, senderCopy }: { campaign: Campaign; senderCopy: boolean }) {
  const { size, recipient_count, postage_class } = campaign;
  const count = recipient_count === undefined ? undefined : recipient_count + (senderCopy ? 1 : 0);
  return (
    <>
      {formatPieces(count, size)}, <bdi>{sizeDimensions(size)}</bdi>,{' '}
      <bdi>{sentenceCase(postage_class).toLowerCase()}</bdi>
    </>
  );
}

export function OrderThumbnail({ campaign }: { campaign: Campaign }) {
  const { id, size } = campaign;
  const isRendered = (campaign.thumbnails?.length ?? 0) > 0;
  const shape = `w-full ${mailpieceShape(size)} ${size === 'letter' ? 'max-w-48' : ''}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center">
      {isRendered ? (
        <div className={`bg-card shadow-mailpiece ${shape}`}>
          <Image
            {...largeThumbnail(id, 0)}
            sizes={mailpieceSizes(shape)}
            fetchPriority="high"
            alt=""
            className="size-full object-contain text-transparent"
          />
        </div>
      ) : (
        <div
          className={`grid place-items-center border border-dashed border-edge/60 p-4 text-center text-sm text-muted ${shape}`}
        >
          Generating proof…
        </div>
      )}
    </div>
  );
}
