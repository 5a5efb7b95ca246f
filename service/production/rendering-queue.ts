/**
 * Renders the artworks that wait for it, one at a time, behind everybody's back: the newest first, but what somebody
 * has just looked at before that. The queue is the artworks' own state in the database, so a restart goes on with it.
 */
import type { Database } from '#lib/database/open.ts';
import type { Renderer } from '../render/renderer.ts';
import {
  type Artwork,
  type ArtworkFile,
  keepRendering,
  nextWaitingArtwork,
  noteFailedRendering,
  SIDES,
} from '../store/artworks.ts';
import type { ArtworkState } from '../store/column-types.ts';

export interface Pictures {
  /** Somebody looks at a campaign with this artwork: if its pictures are still to come, they should come soon. */
  want(artwork: { readonly id: number; readonly state: ArtworkState }): void;
  /** Renders all that waits. Also to be told when more does: the queue is only looked at until it is empty. */
  start(): void;
  stop(): Promise<void>;
}

/** Null where nothing can be rendered: pictures stay absent and everything else works. */
export type OpenRenderer = () => Promise<Renderer | null>;

const MAX_WANTED = 100;

export function createPictures(db: Database, openRenderer: OpenRenderer): Pictures {
  /** The latest wish first. */
  let wanted: number[] = [];
  let stopped = false;
  let renderer: Renderer | null = null;
  let work: Promise<void> = Promise.resolve();

  const takeNext = async () => {
    const next = await nextWaitingArtwork(db, wanted);
    wanted = wanted.filter((id) => id !== next?.id);
    return next;
  };
  const renderAll = async () => {
    if (stopped) return;
    let next = await takeNext();
    if (!next || stopped) return;
    renderer = await openRenderer();
    while (renderer && next && !stopped) {
      await renderOne(db, renderer, next, () => stopped);
      next = stopped ? undefined : await takeNext();
    }
    await renderer?.close();
  };

  return {
    want: ({ id, state }) => {
      if (state !== 'waiting') return;
      wanted = [id, ...wanted.filter((other) => other !== id)].slice(0, MAX_WANTED);
    },
    start: () => {
      work = work.then(renderAll).catch((error: unknown) => console.error('Rendering has stopped:', error));
    },
    stop: async () => {
      stopped = true;
      await renderer?.close();
      await work;
    },
  };
}

async function renderOne(
  db: Database,
  renderer: Renderer,
  artwork: Artwork,
  stopped: () => boolean,
): Promise<void> {
  try {
    await keepRendering(db, artwork.id, await filesOf(renderer, artwork));
  } catch (error) {
    // Closing the renderer breaks off what it does; that is no fault of the artwork.
    if (stopped()) return;
    const why = error instanceof Error ? error.message : String(error);
    console.error(`Artwork ${artwork.id} could not be rendered: ${why}`);
    await noteFailedRendering(db, artwork.id);
  }
}

async function filesOf(renderer: Renderer, { designs, size }: Artwork): Promise<ArtworkFile[]> {
  const thumbnails = await renderer.thumbnails(designs, size);
  const proof = await renderer.proof(designs, size);
  return [
    ...thumbnails.map((content, side) => ({
      name: `${SIDES[side] ?? side}.png`,
      type: 'image/png',
      content,
    })),
    { name: 'proof.pdf', type: 'application/pdf', content: proof },
  ];
}
