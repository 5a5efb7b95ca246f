import { buttonClass } from '#components/ui/button.ts';
import type { ApiDocs } from '#lib/format/api-docs.ts';

/** Returns the id of an operation group's section. */
export const groupId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/**
 * Links to the page's sections. On wide screens, the links are beside the sections. On narrow screens, the
 * links are collapsed above the sections.
 */
export function HashNavigation({ docs }: { docs: ApiDocs }) {
  return (
    <nav aria-label="On this page" className="min-w-0 text-sm wide:sticky wide:top-6 wide:col-start-2">
      <details className="wide:hidden">
        <summary className={buttonClass('plain', 'list-none')}>On this page</summary>
        <div className="mt-3.5 grid gap-4 sm:grid-cols-2">
          <LinkLists docs={docs} />
        </div>
      </details>
      <div className="grid max-h-[calc(100dvh-3rem)] gap-4 overflow-y-auto max-wide:hidden">
        <LinkLists docs={docs} />
      </div>
    </nav>
  );
}

function LinkLists({ docs }: { docs: ApiDocs }) {
  return (
    <>
      <LinkList title="Code examples" href="#programs" links={[]} />
      {docs.groups.map(({ name, operations, alsoListed }) => (
        <LinkList
          key={name}
          title={name}
          href={`#${groupId(name)}`}
          links={[...operations, ...alsoListed].map(({ id, summary }) => ({
            href: `#${id}`,
            label: summary,
          }))}
        />
      ))}
      <LinkList
        title="Responses"
        href="#shapes"
        links={docs.shapes.map(({ name }) => ({ href: `#shape-${name}`, label: name }))}
      />
    </>
  );
}

interface LinkListProps {
  readonly title: string;
  readonly href: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

function LinkList({ title, href, links }: LinkListProps) {
  return (
    <div>
      <a href={href} className="inline-block min-h-6 font-semibold hover:underline">
        {title}
      </a>
      <ul className="border-l border-line">
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} className="block min-h-6 py-0.5 pl-3 text-muted hover:text-ink">
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
