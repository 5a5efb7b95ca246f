import { buttonClass } from '#components/ui/button.ts';
import { SENDER_COPY_FORM_ID } from './sender-copy-form.ts';

/**
 * The payment page charges for the sender's copy if the campaign's saved setting includes it, and the
 * interface has no way to change that setting.
 */
export function SavedSenderCopy({ isIncluded }: { isIncluded: boolean }) {
  return (
    <>
      {isIncluded && <input type="hidden" name="sender_copy" value="yes" />}
      <p>{describeCopy(isIncluded)}</p>
      <p className="text-sm text-muted">This is set in the campaign. You can’t change it at checkout.</p>
    </>
  );
}

/**
 * The label of the checkbox.
 * @param cost how the copy changes the price, such as "+ $0.85"
 */
export function SenderCopyLabel({ cost }: { cost: string }) {
  return (
    <span>
      Mail a copy to the sender <span className="whitespace-nowrap text-muted">({cost})</span>
    </span>
  );
}

/** Toggles the sender's copy with a request, for browsers without JavaScript. */
export function SenderCopyFallback({ isIncluded, cost }: { isIncluded: boolean; cost: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 scripted:hidden">
      {describeCopy(isIncluded)}
      <button
        type="submit"
        form={SENDER_COPY_FORM_ID}
        name="sender_copy"
        value={isIncluded ? 'no' : 'yes'}
        className={buttonClass('plain', 'text-sm')}
      >
        {isIncluded ? 'Remove copy' : `Mail a copy to the sender (${cost})`}
      </button>
    </p>
  );
}

const describeCopy = (isIncluded: boolean): string =>
  isIncluded ? 'Includes a copy for the sender.' : 'No copy for the sender.';
