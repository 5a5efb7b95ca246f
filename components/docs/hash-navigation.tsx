import { buttonClass } from '#components/ui/button.ts';
import type { ApiDocs } from '#lib/format/api-docs.ts';
import { groupId } from './group-id.ts';

/** Beside the page where there is room; elsewhere it is opened by whoever wants it. */
export function HashNavigation({ docs }: { docs: ApiDocs }) {
  return (
    <nav aria-label="On this page" className="min-w-0 text-sm wide:sticky wide:top-6 wide:col-start-2">
      <details className="wide:hidden">
        <summary className={buttonClass('plain', 'list-none')}>On this page</summary>
        <div className="mt-3.5 grid gap-4 sm:grid-cols-2">
          <Lists docs={docs} />
        </div>
      </details>
      <div className="grid max-h-[calc(100dvh-3rem)] gap-4 overflow-y-auto max-wide:hidden">
        <Lists docs={docs} />
      </div>
    </nav>
  );
}

function Lists({ docs }: { docs: ApiDocs }) {
  return (
    <>
      {docs.groups.map(({ name, operations, elsewhere }) => (
        <Links
          key={name}
          title={name}
          href={`#${groupId(name)}`}
          links={[...operations, ...elsewhere].map(({ id, summary }) => ({ href: `#${id}`, label: summary }))}
        />
      ))}
      <Links
        title="Responses"
        href="#shapes"
        links={docs.shapes.map(({ name }) => ({ href: `#shape-${name}`, label: name }))}
      />
    </>
  );
}

interface LinksProps {
  readonly title: string;
  readonly href: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

function Links({ title, href, links }: LinksProps) {
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
