import { Note } from '#components/ui/note.tsx';
import { getTemplate } from '#lib/data/templates.ts';
import { idOf } from '#lib/http/responses.ts';

/** Says that a template was just deleted. The address only asks; whether it is gone, the service tells. */
export async function DeletedTemplateNote({ id }: { id: string | readonly string[] | undefined }) {
  const templateId = typeof id === 'string' ? idOf(id) : null;
  if (templateId === null) return null;
  const template = await getTemplate(templateId);
  if (template.ok || template.failure.kind !== 'missing') return null;
  return (
    <div className="mb-4">
      <Note tone="green" role="status">
        Template #{templateId} was deleted. Its campaigns aren’t affected.
      </Note>
    </div>
  );
}
