/** The actions for campaigns that members select in a list. */
import type { JobKind, UnavailableKinds } from '#lib/domain/job.ts';
import { isAllowed, type Permission, type Role } from '#lib/domain/permissions.ts';
import { leftOutPhrase } from '#lib/format/job.ts';
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
  {
    kind: 'ask_approval',
    label: 'Ask for approval',
    participle: 'sent for approval',
    isMain: false,
    needs: 'sendCampaign',
  },
  { kind: 'delete', label: 'Delete', participle: 'deleted', isMain: false, needs: 'deleteCampaign' },
];

/**
 * Returns the actions that a role allows. Empty for viewers, whose lists have no checkboxes.
 * @param unavailable why actions can't be offered at all
 */
export function selectionActions(role: Role, unavailable: UnavailableKinds): SelectionActions {
  return {
    actions: ACTIONS.filter(({ needs }) => isAllowed(role, needs)).map(({ needs: _, ...action }) => ({
      ...action,
      unavailable: unavailable[action.kind],
    })),
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
  unavailable: UnavailableKinds,
  kind: JobKind,
): SelectionAction | undefined =>
  selectionActions(role, unavailable).actions.find((action) => action.kind === kind);
