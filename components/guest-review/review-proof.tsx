import { BeingDrawn, ProofFrame } from '#components/campaign/proof.tsx';
import { ProofViewer } from '#components/campaign/proof-viewer.tsx';
import { pieceShape, printWidth, sideNames } from '#components/campaign/sides.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { GuestReview } from '#lib/domain/guest-review.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { sharedFileHref } from '#lib/http/file-urls.ts';
import { FileWatcher } from './file-watcher.tsx';

interface SharedProofProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly title: string;
}

/** The mailpiece as the team sees it, from addresses that are this link's own. */
export function ReviewProof({ page, token, title }: SharedProofProps) {
  const { size, sides, pdf, fingerprint: print } = page;
  const shape = pieceShape(size);
  const file = (name: 'front' | 'back' | 'proof') => sharedFileHref(token, name, print);
  return (
    <ProofFrame>
      {sides === 0 ? (
        <BeingDrawn shape={shape} />
      ) : (
        <ProofViewer
          sides={sideNames(sides).map((name, i) => ({
            name,
            src: file(i === 0 ? 'front' : 'back'),
            alt: `${name} of “${title}”, ${sizeLabel(size)}`,
          }))}
          shape={shape}
          printWidthIn={printWidth(size)}
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
            <span className="px-2 text-sm text-muted">The PDF is being drawn</span>
          )}
        </ProofViewer>
      )}
      {sides === 0 && <FileWatcher address={file('front')} />}
      {sides > 0 && !pdf && <FileWatcher address={file('proof')} />}
    </ProofFrame>
  );
}
