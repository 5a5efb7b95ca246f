import type { Campaign } from '#lib/contract/resources.ts';
import { thumbnailHref } from '#lib/format/files.ts';
import { dimensions, pieces } from '#lib/format/size.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { pieceShape } from '../campaign/sides.ts';
import { Picture } from '../ui/picture.tsx';

/** What is about to be paid or sent: its front, how many, which size, which class. */
export function OrderPiece({ campaign }: { campaign: Campaign }) {
  const { id, size, recipient_count, postage_class } = campaign;
  const isRendered = (campaign.thumbnails?.length ?? 0) > 0;
  const shape = `w-full ${pieceShape(size)} ${size === 'letter' ? 'max-w-48' : ''}`;
  return (
    <div className="grid justify-items-center gap-2.5">
      {isRendered ? (
        <div className={`bg-card shadow-piece ${shape}`}>
          <Picture
            src={thumbnailHref(id, 0, 1200)}
            alt=""
            className="size-full object-contain text-transparent"
          />
        </div>
      ) : (
        <div
          className={`grid place-items-center border border-dashed border-edge/60 p-4 text-center text-sm text-muted ${shape}`}
        >
          The proof is being drawn
        </div>
      )}
      <p className="text-center text-sm text-muted">
        {pieces(recipient_count, size)}, {dimensions(size)}, {sentenceCase(postage_class).toLowerCase()}
      </p>
    </div>
  );
}
