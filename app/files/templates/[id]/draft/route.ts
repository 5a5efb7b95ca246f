import { isSameOriginForm } from '#lib/auth/origin.ts';
import { getMember } from '#lib/auth/session.ts';
import { renderDraftDesign } from '#lib/data/designs.ts';
import { designFailureResponse, designResponse } from '#lib/designs/frame.ts';
import { designBytes, MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { readForm } from '#lib/http/body.ts';
import { DESIGN_REQUEST_BYTES } from '#lib/http/body-limits.ts';
import { failureHttpStatus, parseId } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/**
 * Renders the design from the field that `show` names, or from the `html` field if `show` is missing. Each
 * side has a button that sets `show`.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!(await getMember())) return designFailureResponse({ kind: 'forbidden' }, 401);
  const id = parseId((await params).id);
  if (id === null) return designFailureResponse({ kind: 'missing' }, 404);
  const form = await readForm(request, DESIGN_REQUEST_BYTES);
  if (!isSameOriginForm(request.headers, form)) return designFailureResponse({ kind: 'forbidden' }, 403);
  if (form === 'too large') return designFailureResponse({ kind: 'invalid', fields: {} }, 413);
  const html = form?.get(String(form.get('show') ?? 'html'));
  if (typeof html !== 'string') return designFailureResponse({ kind: 'missing' }, 400);
  if (designBytes(html) > MAX_DESIGN_BYTES)
    return designFailureResponse({ kind: 'invalid', fields: {} }, 413);
  const design = await renderDraftDesign(id, html);
  return design.ok
    ? designResponse(design.value)
    : designFailureResponse(design.failure, failureHttpStatus(design.failure));
}
