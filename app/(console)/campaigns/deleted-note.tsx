import { Note } from '#components/ui/note.tsx';
import { attemptsOf } from '#lib/data/attempts.ts';

/**
 * Says that a campaign was just deleted. The address only asks; whether it is true, our own record of it tells.
 */
export async function DeletedNote({ id }: { id: string | readonly string[] | undefined }) {
  if (typeof id !== 'string' || !/^[1-9]\d{0,15}$/.test(id)) return null;
  const attempts = await attemptsOf(Number(id));
  const isDeleted = attempts.some((a) => a.operation === 'deleteCampaign' && a.state === 'done');
  if (!isDeleted) return null;
  return (
    <div className="mb-4">
      <Note tone="green" role="status">
        Campaign #{id} was deleted.
      </Note>
    </div>
  );
}
