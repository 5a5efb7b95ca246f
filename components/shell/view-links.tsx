import { PageLink } from '#components/ui/page-link.tsx';
import { type SavedView, viewPath } from '#lib/domain/saved-view.ts';
import { NavLink } from './nav-link.tsx';

/** The saved views in the sidebar. On phones, the campaign list's Views menu lists the same views. */
export function ViewLinks({ views }: { views: readonly Pick<SavedView, 'id' | 'name' | 'isTeam'>[] }) {
  if (views.length === 0) return null;
  return (
    <nav
      aria-labelledby="views-heading"
      className="my-4 min-h-24 overflow-y-auto max-rail:hidden print:hidden"
    >
      <div className="flex items-baseline justify-between px-2.5 pb-1">
        <h2 id="views-heading" className="font-sans! text-xs! font-medium! text-muted">
          Views
        </h2>
        <PageLink href="/views" className="text-xs text-muted hover:text-ink hover:underline">
          Manage<span className="sr-only"> views</span>
        </PageLink>
      </div>
      <ul>
        {views.map(({ id, name }) => (
          <li key={id}>
            <NavLink href={viewPath(id)}>
              <bdi>{name}</bdi>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
