import { getMember } from '#lib/auth/session.ts';
import { savedDesign } from '#lib/data/designs.ts';
import { framed, notFramed } from '#lib/designs/frame.ts';
import { idOf, statusOf } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string; side: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return notFramed({ kind: 'forbidden' }, 401);
  const { id: idText, side } = await params;
  const id = idOf(idText);
  if (id === null || !/^[0-9]$/.test(side)) return notFramed({ kind: 'missing' }, 404);
  const design = await savedDesign(id, Number(side));
  return design.ok ? framed(design.value) : notFramed(design.failure, statusOf(design.failure));
}
