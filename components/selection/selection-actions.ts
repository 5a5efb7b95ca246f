/** The actions for campaigns that members select in a list. */
import type { JobKind } from '#lib/domain/job.ts';
import { isAllowed, type Permission, type Role } from '#lib/domain/permissions.ts';
import { EMAIL_OFF, leftOutPhrase } from '#lib/format/job.ts';
import type { SelectionAction, SelectionActions } from './selection-bar.tsx';

const ACTIONS: readonly (SelectionAction & { readonly needs: Permission })[] = [
  { kind: 'schedule', label: 'Schedule', participle: 'scheduled', isMain: true, needs: 'sendCampaign' },
  {
    kind: 'reschedule',
    label: 'Reschedule',
    participle: 'rescheduled',
    isMain: true,
    needs: 'rescheduleCampaign',
  },
  { kind: 'cancel', label: 'Cancel sending', participle: 'canceled', isMain: true, needs: 'cancelCampaign' },
  { kind: 'copy', label: 'Copy', participle: 'copied', isMain: false, needs: 'cloneCampaign' },
  {
    kind: 'label',
    label: 'Set title or note',
    participle: 'changed',
    isMain: false,
    needs: 'editTitleAndNote',
  },
  {
    kind: 'share',
    label: 'Share with customers',
    participle: 'shared',
    isMain: false,
    needs: 'shareCampaign',
  },
  { kind: 'delete', label: 'Delete', participle: 'deleted', isMain: false, needs: 'deleteCampaign' },
];

/**
 * Returns the actions that a role allows. Empty for viewers, whose lists have no checkboxes.
 * @param canEmail whether links can be emailed to customers
 */
export function selectionActions(role: Role, canEmail: boolean): SelectionActions {
  return {
    actions: ACTIONS.filter(({ needs }) => isAllowed(role, needs)).map(({ needs: _, ...action }) =>
      action.kind === 'share' && !canEmail ? { ...action, unavailable: EMAIL_OFF } : action,
    ),
    reasons: {
      not_paid: leftOutPhrase('not_paid'),
      already_queued: leftOutPhrase('already_queued'),
      not_draft: 'not drafts',
      not_queued: leftOutPhrase('not_queued'),
    },
  };
}

/** Returns the action's text, or undefined if the role doesn't allow the action. */
export const findSelectionAction = (
  role: Role,
  canEmail: boolean,
  kind: JobKind,
): SelectionAction | undefined =>
  selectionActions(role, canEmail).actions.find((action) => action.kind === kind);
