/**
 * Renders waiting artworks in the background, one at a time. Recently viewed artworks are rendered first,
 * followed by the newest artworks. The queue survives a restart, because the database stores each artwork's
 * state.
 */
import { errorLine, reportError } from '#lib/database/error-report.ts';
import type { Database } from '#lib/database/open.ts';
import type { Renderer } from '../render/renderer.ts';
import {
  type Artwork,
  type ArtworkFile,
  findNextWaitingArtwork,
  recordFailedRendering,
  SIDES,
  saveRendering,
} from '../store/artworks.ts';
import type { ArtworkState } from '../store/column-types.ts';

export interface RenderingQueue {
  /**
   * Moves an artwork to the front of the queue if it is still waiting. Called when a campaign that uses the
   * artwork is viewed.
   */
  prioritize(artwork: { readonly id: number; readonly state: ArtworkState }): void;
  /** Starts rendering all waiting artworks. Call `start` again after adding artworks. */
  start(): void;
  stop(): Promise<void>;
}

/** Opens a renderer. Returns null if thumbnails and proofs can't be rendered. */
export type OpenRenderer = () => Promise<Renderer | null>;

const MAX_PRIORITIZED = 100;

export function createRenderingQueue(db: Database, openRenderer: OpenRenderer): RenderingQueue {
  /** The ids of recently viewed artworks, most recently viewed first. */
  let prioritized: number[] = [];
  let isStopped = false;
  let renderer: Renderer | null = null;
  let work: Promise<void> = Promise.resolve();

  const takeNext = async () => {
    const next = await findNextWaitingArtwork(db, prioritized);
    prioritized = prioritized.filter((id) => id !== next?.id);
    return next;
  };
  const renderAll = async () => {
    if (isStopped) return;
    let next = await takeNext();
    if (!next || isStopped) return;
    renderer = await openRenderer();
    while (renderer && next && !isStopped) {
      await renderArtwork(db, renderer, next, () => isStopped);
      next = isStopped ? undefined : await takeNext();
    }
    await renderer?.close();
  };

  return {
    prioritize: ({ id, state }) => {
      if (state !== 'waiting') return;
      prioritized = [id, ...prioritized.filter((other) => other !== id)].slice(0, MAX_PRIORITIZED);
    },
    start: () => {
      work = work
        .then(renderAll)
        .catch((error: unknown) => console.error(errorLine('Rendering stopped.', error)));
    },
    stop: async () => {
      isStopped = true;
      await renderer?.close();
      await work;
    },
  };
}

async function renderArtwork(
  db: Database,
  renderer: Renderer,
  artwork: Artwork,
  isStopped: () => boolean,
): Promise<void> {
  try {
    await saveRendering(db, artwork.id, await renderFiles(renderer, artwork));
  } catch (error) {
    // Closing the renderer aborts the current job. An aborted job doesn't count as a failure.
    if (isStopped()) return;
    console.error(`Artwork ${artwork.id} could not be rendered: ${reportError(error).message}`);
    await recordFailedRendering(db, artwork.id);
  }
}

async function renderFiles(renderer: Renderer, { designs, size }: Artwork): Promise<ArtworkFile[]> {
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
