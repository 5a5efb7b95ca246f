/**
 * Downloads campaigns' files and keeps each file for a minute. All members and guests share the downloads.
 * Callers must authorize the member or guest first.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type Deadline, deadlineIn, orTimeout } from '#lib/upstream/deadline.ts';
import { receiveFile, TOTAL_MS } from './download.ts';
import { MAX_KEPT_BYTES, MAX_PDF_BYTES } from './size-limits.ts';
import { type StoredFile, storeFile } from './stored-file.ts';

const MAX_KEPT_FILES = 500;

type Loading = Promise<Outcome<StoredFile>>;

const files = singleton('files', () => ({
  kept: new LRUCache<string, StoredFile>({
    max: MAX_KEPT_FILES,
    maxSize: MAX_KEPT_BYTES,
    ttl: MINUTE_MS,
    // Without autopurge, a file would stay on disk until another file replaced it.
    ttlAutopurge: true,
    sizeCalculation: ({ size }) => size + 1,
    dispose: (file) => file.retire(),
  }),
  /** The latest download of each file. */
  loading: new Map<string, Loading>(),
  /**
   * Downloads for callers that need the current file. `queued` contains the downloads that start when the
   * running ones finish.
   */
  refreshing: new Map<string, Loading>(),
  queued: new Map<string, Loading>(),
}));

/** One of a campaign's files. */
export interface FileSource {
  /** Identifies the file. Doesn't contain anything from the caller's request. */
  readonly key: string;
  /** The URL exactly as returned by the service. */
  readonly url: string;
}

export type FileRole = 'proof' | 'design' | 'thumbnail';

/**
 * Describes a campaign's file. The key doesn't contain the URL's query, because a service may sign the URL
 * again for each response.
 * @param index 0 for the front or the proof, 1 for the back
 * @param version identifies the content that the file belongs to. The file is downloaded again for each
 * version.
 */
export function campaignFile(
  campaignId: number,
  role: FileRole,
  index: number,
  url: string,
  version = '',
): FileSource {
  const { origin = '', pathname = url } = URL.parse(url) ?? {};
  return { key: [campaignId, role, index, origin + pathname, version].join(' '), url };
}

interface LoadOptions {
  /**
   * If true, the file comes from a download that started after this call. If false, it can be up to a minute
   * old.
   */
  readonly fresh?: boolean;
  /** The deadline for this caller. The download continues for other callers. */
  readonly deadline?: Deadline | undefined;
}

/** Returns a file. Fails with `missing` if the file's signed URL has expired. */
export async function loadFile(
  source: FileSource,
  { fresh = false, deadline = deadlineIn(TOTAL_MS) }: LoadOptions = {},
): Promise<Outcome<StoredFile>> {
  const known = fresh ? undefined : files.kept.get(source.key);
  if (known) return { ok: true, value: known };
  const loading = fresh ? refresh(source) : (files.loading.get(source.key) ?? startLoading(source));
  return orTimeout(loading, deadline).catch(() => fail({ kind: 'slow' }));
}

/**
 * Downloads the current file. If such a download is already running, it may have started before the file
 * changed, so a second download follows it. All callers that are waiting share the second download.
 */
function refresh(source: FileSource): Loading {
  const { key } = source;
  const waiting = files.queued.get(key);
  if (waiting) return waiting;
  const running = files.refreshing.get(key);
  if (!running) {
    const loading = startLoading(source).finally(() => files.refreshing.delete(key));
    files.refreshing.set(key, loading);
    return loading;
  }
  const next = running.then(() => {
    files.queued.delete(key);
    return refresh(source);
  });
  files.queued.set(key, next);
  return next;
}

function startLoading({ key, url }: FileSource): Loading {
  const loading = receiveFile(url, MAX_PDF_BYTES, storeFile).then((file) => {
    // Don't keep this file if a newer download has started, because this file may be outdated.
    const isLatest = files.loading.get(key) === loading;
    if (isLatest) files.loading.delete(key);
    if (file.ok && isLatest) files.kept.set(key, file.value);
    if (file.ok && !isLatest) file.value.retire();
    return file;
  });
  files.loading.set(key, loading);
  return loading;
}
