'use client';

import { useForm } from '#components/forms/action-form.tsx';
import { CopyStatus, useCopy } from '#components/forms/copy-status.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';

/**
 * Shows the new recovery codes from the surrounding form's last submission. The codes are shown only once.
 */
export function RecoveryCodes() {
  const { recoveryCodes = [] } = useForm().state;
  const { copy, result } = useCopy();
  if (recoveryCodes.length === 0) return null;
  return (
    <section aria-label="Recovery codes" className="grid gap-3">
      <Note tone="amber" title="Save your recovery codes">
        If you lose your device, each code lets you sign in once. Keep the codes where others can’t find them,
        such as in a password manager. They won’t be shown again.
      </Note>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md border border-line bg-rail px-4 py-3 font-mono tabular-nums sm:grid-cols-2">
        {recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 scriptless:hidden">
        <button type="button" onClick={() => copy(recoveryCodes.join('\n'))} className={buttonClass('plain')}>
          Copy codes
        </button>
        <CopyStatus result={result} />
      </div>
    </section>
  );
}
