import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { largeThumbnail, proofHref } from '#lib/http/file-urls.ts';
import { mailpieceShape, printWidthInches } from './mailpiece.ts';
import { ProofViewer } from './proof-viewer.tsx';
import { sideNames } from './side-names.ts';

/** Shows the campaign's proof, or a placeholder while the service renders it. */
export function CampaignProof({ campaign, title }: { campaign: Campaign; title: string }) {
  const { id, size, proof } = campaign;
  const count = campaign.thumbnails?.length ?? 0;
  const shape = mailpieceShape(size);
  return (
    <ProofFrame>
      {count === 0 ? (
        <ProofPlaceholder shape={shape} />
      ) : (
        <ProofViewer
          sides={sideNames(count).map((name, i) => ({
            name,
            sources: largeThumbnail(id, i),
            alt: `${name} of “${title}”, ${sizeLabel(size)}`,
          }))}
          shape={shape}
          widthInches={printWidthInches(size)}
          size={sizeLabel(size)}
        >
          {proof ? (
            <a href={proofHref(id)} target="_blank" rel="noreferrer" className={buttonClass()}>
              Open PDF proof
            </a>
          ) : (
            <span className="px-2 text-sm text-muted">Generating PDF…</span>
          )}
        </ProofViewer>
      )}
    </ProofFrame>
  );
}

export function ProofFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Proof"
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-backdrop text-ink"
    >
      {children}
    </section>
  );
}

/** @param props.shape the class names that `mailpieceShape` returns */
export function ProofPlaceholder({ shape }: { shape: string }) {
  return (
    <div className="backdrop-dots grid place-items-center px-4 py-5.5 rail:px-11.5 rail:py-10">
      <div
        className={`shimmer grid w-full place-items-center border border-dashed border-edge/60 p-6 text-center ${shape} ${shape.includes('aspect') ? '' : 'aspect-[9/6]'}`}
      >
        <div>
          <p className="font-serif text-lg font-semibold">Generating proof…</p>
          <p className="mt-1 text-sm text-muted">
            This usually takes a few seconds.
            <span className="scriptless:hidden"> The proof will appear here automatically.</span>
            <span className="scripted:hidden"> Reload the page to see the proof.</span>
          </p>
        </div>
      </div>
    </div>
  );
}
