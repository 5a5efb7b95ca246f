import { mailpieceShape, printWidthInches } from '#components/campaign/mailpiece.ts';
import { ProofFrame, ProofPlaceholder } from '#components/campaign/proof.tsx';
import { ProofViewer } from '#components/campaign/proof-viewer.tsx';
import { sideNames } from '#components/campaign/side-names.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { GuestReview } from '#lib/domain/guest-review.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { guestReviewFileHref, guestReviewImage } from '#lib/http/file-urls.ts';
import { FileWatcher } from './file-watcher.tsx';

interface ReviewProofProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly title: string;
}

/**
 * Shows the proof in the same viewer that the team uses. The viewer loads the proof's files through the share
 * link.
 */
export function ReviewProof({ page, token, title }: ReviewProofProps) {
  const { size, sides, pdf, fingerprint } = page;
  const shape = mailpieceShape(size);
  const fileHref = (name: 'front' | 'back' | 'proof') => guestReviewFileHref(token, name, fingerprint);
  return (
    <ProofFrame>
      {sides === 0 ? (
        <ProofPlaceholder shape={shape} />
      ) : (
        <ProofViewer
          sides={sideNames(sides).map((name, i) => ({
            name,
            sources: guestReviewImage(token, i === 0 ? 'front' : 'back', fingerprint),
            alt: `${name} of “${title}”, ${sizeLabel(size)}`,
          }))}
          shape={shape}
          widthInches={printWidthInches(size)}
          size={sizeLabel(size)}
        >
          {pdf ? (
            <a
              href={fileHref('proof')}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('plain', 'max-sm:w-full')}
            >
              Open PDF
            </a>
          ) : (
            <span className="px-2 text-sm text-muted">Generating PDF…</span>
          )}
        </ProofViewer>
      )}
      {sides === 0 && <FileWatcher url={fileHref('front')} />}
      {sides > 0 && !pdf && <FileWatcher url={fileHref('proof')} />}
    </ProofFrame>
  );
}
