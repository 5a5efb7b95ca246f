import { ProofPlaceholder, ProofFrame } from '#components/campaign/proof.tsx';
import { ProofViewer } from '#components/campaign/proof-viewer.tsx';
import { mailpieceShape, printWidthInches, sideNames } from '#components/campaign/mailpiece.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { GuestReview } from '#lib/domain/guest-review.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { guestReviewFileHref } from '#lib/http/file-urls.ts';
import { FileWatcher } from './file-watcher.tsx';

interface SharedProofProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly title: string;
}

/** The mailpiece as the team sees it, from addresses that are this link's own. */
export function ReviewProof({ page, token, title }: SharedProofProps) {
  const { size, sides, pdf, fingerprint: print } = page;
  const shape = mailpieceShape(size);
  const file = (name: 'front' | 'back' | 'proof') => guestReviewFileHref(token, name, print);
  return (
    <ProofFrame>
      {sides === 0 ? (
        <ProofPlaceholder shape={shape} />
      ) : (
        <ProofViewer
          sides={sideNames(sides).map((name, i) => ({
            name,
            src: file(i === 0 ? 'front' : 'back'),
            alt: `${name} of “${title}”, ${sizeLabel(size)}`,
          }))}
          shape={shape}
          printWidthIn={printWidthInches(size)}
          size={sizeLabel(size)}
        >
          {pdf ? (
            <a
              href={file('proof')}
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
      {sides === 0 && <FileWatcher address={file('front')} />}
      {sides > 0 && !pdf && <FileWatcher address={file('proof')} />}
    </ProofFrame>
  );
}
