import type { FormAction } from '#components/forms/action-form.tsx';
import { MENU_BUTTON, MENU_CLASS } from '#components/lists/menu.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { type SavedView, viewPath } from '#lib/domain/saved-view.ts';
import { UpdateView } from './update-view.tsx';

export interface ListViews {
  /** The views that the member can open, by name. */
  readonly views: readonly SavedView[];
  /** The view that is open. */
  readonly current: SavedView | undefined;
  /** Whether the list differs from the open view. */
  readonly isChanged: boolean;
  /** The list's filters, order, and columns, as a view stores them. Undefined if a filter is invalid. */
  readonly query: string | undefined;
  readonly updateAction: FormAction;
}

/** Opens a saved view, or saves the list as a new one. */
export function ViewMenu({ views, current, query }: ListViews) {
  return (
    <details key={`${current?.id} ${current?.revision} ${views.length}`}>
      <summary className={MENU_BUTTON}>
        <ControlIcon name="bookmark" className="size-4" />
        Views
      </summary>
      <div className={`${MENU_CLASS} p-2! rail:left-auto rail:w-80`}>
        {views.length > 0 && (
          <ul className="mb-1.5 max-h-80 overflow-y-auto border-b border-line pb-1.5">
            {views.map((view) => (
              <li key={view.id}>
                <PageLink
                  href={viewPath(view.id)}
                  aria-current={view.id === current?.id ? 'page' : undefined}
                  className="menu-item"
                >
                  <bdi className="min-w-0 grow wrap-anywhere">{view.name}</bdi>
                  {view.isTeam && <span className="shrink-0 text-xs font-normal text-muted">Team</span>}
                </PageLink>
              </li>
            ))}
          </ul>
        )}
        {query !== undefined && (
          <PageLink href={`/views/new?${query}`} className="menu-item">
            Save as new view
          </PageLink>
        )}
        <PageLink href="/views" className="menu-item">
          Manage views
        </PageLink>
      </div>
    </details>
  );
}

/** Says that the list differs from the open view. Updates the view, or restores the list. */
export function ViewChanges({ current, isChanged, query, updateAction }: ListViews) {
  if (!isChanged || current === undefined) return null;
  const canUpdate = current.canChange && query !== undefined;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm print:hidden">
      <span className="text-muted">
        Changed from the view “<bdi className="wrap-anywhere">{current.name}</bdi>”
      </span>
      {canUpdate && (
        <UpdateView
          key={current.revision}
          action={updateAction}
          hidden={{ id: current.id, revision: current.revision, list: query }}
        />
      )}
      <PageLink
        href={viewPath(current.id)}
        className="min-h-6 underline decoration-edge underline-offset-3 hover:decoration-current"
      >
        Discard changes
      </PageLink>
    </div>
  );
}
