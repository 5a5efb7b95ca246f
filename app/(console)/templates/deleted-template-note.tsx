import { Note } from '#components/ui/note.tsx';
import { getTemplate } from '#lib/data/templates.ts';
import { parseId } from '#lib/http/responses.ts';

/**
 * Confirms that a template was deleted. Anyone can edit the id in the URL, so the note appears only if the
 * template no longer exists.
 */
export async function DeletedTemplateNote({ id }: { id: string | readonly string[] | undefined }) {
  const templateId = typeof id === 'string' ? parseId(id) : null;
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
