import { Note } from '#components/ui/note.tsx';
import { listAttempts } from '#lib/data/attempts.ts';
import { parseId } from '#lib/http/responses.ts';

/**
 * Confirms that a campaign was just deleted. Anyone can edit the id in the URL, so the note appears only if
 * Mailroom recorded the deletion.
 */
export async function DeletedCampaignNote({ id }: { id: string | readonly string[] | undefined }) {
  const campaignId = typeof id === 'string' ? parseId(id) : null;
  if (campaignId === null) return null;
  const attempts = await listAttempts(campaignId);
  const isDeleted = attempts.some(
    ({ operation, state }) => operation === 'deleteCampaign' && state === 'done',
  );
  if (!isDeleted) return null;
  return (
    <div className="mb-4">
      <Note tone="green" role="status">
        Campaign #{campaignId} was deleted.
      </Note>
    </div>
  );
}
