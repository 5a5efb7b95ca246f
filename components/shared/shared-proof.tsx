import { sharedFileHref } from '#lib/format/files.ts';
import type { SharedPage } from '#lib/format/shared-page.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { BeingDrawn, ProofFrame } from '../campaign/proof.tsx';
import { ProofDesk } from '../campaign/proof-desk.tsx';
import { pieceShape, printWidth, sideNames } from '../campaign/sides.ts';
import { buttonClass } from '../ui/button.ts';
import { WatchFile } from './watch-file.tsx';

interface SharedProofProps {
  readonly page: SharedPage;
  readonly token: string;
  readonly title: string;
}

/** The mailpiece as the team sees it, from addresses that are this link's own. */
export function SharedProof({ page, token, title }: SharedProofProps) {
  const { size, sides, pdf, print } = page;
  const shape = pieceShape(size);
  const file = (name: 'front' | 'back' | 'proof') => sharedFileHref(token, name, print);
  return (
    <ProofFrame>
      {sides === 0 ? (
        <BeingDrawn shape={shape} />
      ) : (
        <ProofDesk
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
        </ProofDesk>
      )}
      {sides === 0 && <WatchFile address={file('front')} />}
      {sides > 0 && !pdf && <WatchFile address={file('proof')} />}
    </ProofFrame>
  );
}
