/** The designs of a template as they are looked at: as saved, and as somebody is just writing them. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import { parseDesign } from '#lib/designs/design.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { fetchFile } from '#lib/files/download.ts';
import { inParallel, turns } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type Deadline, deadlineIn, orTimeout } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';
import { getTemplate, type PreviewData, previewTemplate } from './templates.ts';

/** Of one design: what can't be had within these stays out of the picture. */
const MOST_PICTURES = 20;
const PICTURES_WITHIN_MS = 3_000;
/** In less time than this nothing comes. */
const LEAST_MS = 50;
const MAX_PICTURE = 4 * 1024 * 1024;
const MAX_PICTURES = 8 * 1024 * 1024;
/** So many are on their way into memory at once: for one design, and for all that anybody looks at. */
const AT_ONCE = 4;
const AT_ONCE_IN_ALL = 12;

/** By address, as data: URIs; null for what was no picture, which isn't asked for again either while it is kept. */
const kept = singleton(
  'designPictures',
  () =>
    new LRUCache<string, { readonly uri: string | null }>({
      maxSize: 32 * 1024 * 1024,
      sizeCalculation: ({ uri }, address) => address.length + (uri?.length ?? 0) + 1,
      ttl: 60_000,
    }),
);

/** @param side 0 is the front */
export async function renderSavedDesign(id: number, side: number): Promise<Outcome<string>> {
  const template = await getTemplate(id);
  if (!template.ok) return template;
  const html = template.value.designs?.[side];
  if (html === undefined) return fail({ kind: 'missing' });
  const design = parseDesign(html);
  return design ? ok(design.render(await picturesAt(design.imageUrls))) : tooInvolved();
}

/**
 * A design that came with a form. Whoever sent it chose its addresses too, so only those are asked for that the saved
 * template shows already, or that the service returned in a preview of it.
 */
export async function renderDraftDesign(id: number, html: string): Promise<Outcome<string>> {
  const allowed = await authorize('getTemplate');
  if (!allowed.ok) return allowed;
  const design = parseDesign(html);
  if (!design) return tooInvolved();
  const wanted = design.imageUrls.filter(isRemote);
  if (wanted.length === 0) return ok(design.render(new Map()));
  const template = await getTemplate(id);
  if (!template.ok) return template;
  const saved = template.value.designs?.flatMap(remotePictures) ?? [];
  const known = new Set([...saved, ...(filledIn.get(id) ?? [])]);
  return ok(design.render(await picturesAt(wanted.filter((address) => known.has(address)))));
}

/**
 * Where the pictures are that the service has filled into a template lately: whoever previews it gave some of the addresses,
 * but they are asked for only as the service returned them.
 */
const filledIn = singleton(
  'picturesFilledIn',
  () => new LRUCache<number, ReadonlySet<string>>({ max: 500, ttl: 10 * MINUTE_MS }),
);
const MOST_FILLED_IN = 200;

/** Both sides as they would print with these values (v2, 4.7): HTML that only draftDesign shows to anybody. */
export async function previewDesigns(id: number, data: PreviewData): Promise<Outcome<readonly string[]>> {
  const preview = await previewTemplate(String(id), data);
  if (!preview.ok) return preview;
  const { front = '', back = '' } = preview.value;
  const pictures = [front, back].flatMap(remotePictures);
  filledIn.set(id, new Set([...pictures, ...(filledIn.get(id) ?? [])].slice(0, MOST_FILLED_IN)));
  return ok(back.trim() === '' ? [front] : [front, back]);
}

const tooInvolved = () => fail({ kind: 'invalid', fields: { html: 'is too large or too deeply nested' } });

const remotePictures = (html: string): readonly string[] => parseDesign(html)?.imageUrls.filter(isRemote) ?? [];

const isRemote = (address: string): boolean => /^https?:/i.test(address);

async function picturesAt(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const deadline = deadlineIn(PICTURES_WITHIN_MS);
  const wanted = addresses.filter(isRemote).slice(0, MOST_PICTURES);
  const pictures = new Map<string, string>();
  let room = MAX_PICTURES;
  let isFull = false;
  const load = async (address: string) => {
    // Late is as good as not there: the frame is shown without it, and the next one may find it kept.
    const uri = await orTimeout(pictureAt(address, deadline), deadline).catch(() => null);
    if (uri === null) return;
    if (uri.length > room) {
      isFull = true;
      return;
    }
    room -= uri.length;
    pictures.set(address, uri);
  };
  await inParallel(wanted, AT_ONCE, load, () => isFull || deadline.left() < LEAST_MS);
  return pictures;
}

/** Shared by whoever looks at the same picture meanwhile, and ended with the patience of who asked for it first. */
const underWay = singleton('designPicturesUnderWay', () => ({
  byAddress: new Map<string, Promise<string | null>>(),
  inTurn: turns(AT_ONCE_IN_ALL),
}));

async function pictureAt(address: string, deadline: Deadline): Promise<string | null> {
  const { byAddress, inTurn } = underWay;
  const found = kept.get(address);
  if (found) return found.uri;
  const shared = byAddress.get(address);
  if (shared) return shared;
  const loading = inTurn(() => load(address, deadline)).finally(() => byAddress.delete(address));
  byAddress.set(address, loading);
  return loading;
}

async function load(address: string, deadline: Deadline): Promise<string | null> {
  if (deadline.left() < LEAST_MS) return null;
  const file = await fetchFile(address, MAX_PICTURE, deadline);
  const uri = file.ok ? dataUri(file.value) : null;
  // A file server that is down may be back at the next look.
  if (file.ok || file.failure.kind === 'garbled') kept.set(address, { uri });
  return uri;
}

/** By what it begins with; whatever it claims to be besides. */
const TYPES: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

function dataUri(bytes: Buffer): string | null {
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const type = TYPES.find(([, signature]) => signature.test(beginning))?.[0];
  return type === undefined ? null : `data:${type};base64,${bytes.toString('base64')}`;
}
