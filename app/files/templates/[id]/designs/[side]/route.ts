import { getMember } from '#lib/auth/session.ts';
import { renderSavedDesign } from '#lib/data/designs.ts';
import { designFailureResponse, designResponse } from '#lib/designs/frame.ts';
import { failureHttpStatus, parseId } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string; side: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return designFailureResponse({ kind: 'forbidden' }, 401);
  const { id: idText, side } = await params;
  const id = parseId(idText);
  if (id === null || !/^[0-9]$/.test(side)) return designFailureResponse({ kind: 'missing' }, 404);
  const design = await renderSavedDesign(id, Number(side));
  return design.ok
    ? designResponse(design.value)
    : designFailureResponse(design.failure, failureHttpStatus(design.failure));
}
