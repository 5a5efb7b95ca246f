import { fromOurPages } from '#lib/auth/origin.ts';
import { getMember } from '#lib/auth/session.ts';
import { renderDraftDesign } from '#lib/data/designs.ts';
import { designFailureResponse, designResponse } from '#lib/designs/frame.ts';
import { designBytes, MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { readForm } from '#lib/http/body.ts';
import { failureHttpStatus, idOf } from '#lib/http/responses.ts';

interface Context {
  readonly params: Promise<{ id: string }>;
}

/** Both sides and the rest of the editor's form, written as a url-encoded form writes markup at worst. */
const MAX_FORM = 7 * MAX_DESIGN_BYTES;

/** Shows the design in `html`, or in the field that `show` names: so a form of several designs can have a button for each. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!fromOurPages(request.headers)) return designFailureResponse({ kind: 'forbidden' }, 403);
  if (!(await getMember())) return designFailureResponse({ kind: 'forbidden' }, 401);
  const id = idOf((await params).id);
  if (id === null) return designFailureResponse({ kind: 'missing' }, 404);
  const form = await readForm(request, MAX_FORM);
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
