import { Note } from '#components/ui/note.tsx';
import { listAttempts } from '#lib/data/attempts.ts';
import { idOf } from '#lib/http/responses.ts';

/**
 * Says that a campaign was just deleted. The address only asks; whether it is true, our own record of it tells.
 */
export async function DeletedCampaignNote({ id }: { id: string | readonly string[] | undefined }) {
  const campaignId = typeof id === 'string' ? idOf(id) : null;
  if (campaignId === null) return null;
  const attempts = await listAttempts(campaignId);
  const isDeleted = attempts.some((a) => a.operation === 'deleteCampaign' && a.state === 'done');
  if (!isDeleted) return null;
  return (
    <div className="mb-4">
      <Note tone="green" role="status">
        Campaign #{campaignId} was deleted.
      </Note>
    </div>
  );
}
