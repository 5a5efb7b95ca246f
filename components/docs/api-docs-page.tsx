import { Card } from '#components/ui/card.tsx';
import type { OperationName } from '#lib/contract/operations.ts';
import type { ApiDocs } from '#lib/format/api-docs.ts';
import type { ApiSnippet } from '#lib/format/api-snippets.ts';
import { FieldList } from './field-list.tsx';
import { groupId, HashNavigation } from './hash-navigation.tsx';
import { Introduction, ProgramExamples } from './introduction.tsx';
import { OperationCard } from './operation-card.tsx';

interface ApiDocsPageProps {
  readonly docs: ApiDocs;
  /** Example programs that call the API. */
  readonly snippets: readonly ApiSnippet[];
  /** The number of requests that a token can make per minute. */
  readonly requestsPerMinute: number;
  /** The roles that can call each operation. */
  readonly roles: ReadonlyMap<OperationName, readonly string[]>;
  /** The signed-in member's role. */
  readonly role: string;
}

const SECTION_CLASS = 'grid min-w-0 grid-cols-[minmax(0,1fr)] scroll-mt-4 gap-4';
const TITLE_CLASS = 'font-serif text-lg font-semibold';

export function ApiDocsPage({ docs, snippets, requestsPerMinute, roles, role }: ApiDocsPageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_232px] wide:gap-x-8">
      <HashNavigation docs={docs} />
      <div className="grid min-w-0 gap-9 wide:col-start-1 wide:row-start-1">
        <Introduction errors={docs.errors} requestsPerMinute={requestsPerMinute} />
        <section id="programs" aria-labelledby="programs-title" className={SECTION_CLASS}>
          <h2 id="programs-title" className={TITLE_CLASS}>
            Code examples
          </h2>
          <ProgramExamples snippets={snippets} />
        </section>
        {docs.groups.map(({ name, operations, alsoListed }) => (
          <section
            key={name}
            id={groupId(name)}
            aria-labelledby={`${groupId(name)}-title`}
            className={SECTION_CLASS}
          >
            <h2 id={`${groupId(name)}-title`} className={TITLE_CLASS}>
              {name}
            </h2>
            {operations.map((operation) => (
              <OperationCard key={operation.id} operation={operation} roles={roles} role={role} />
            ))}
            {alsoListed.map(({ id, summary }) => (
              <p key={id} className="text-sm text-muted">
                See also{' '}
                <a href={`#${id}`} className="underline underline-offset-3 hover:text-ink">
                  {summary}
                </a>
              </p>
            ))}
          </section>
        ))}
        <section id="shapes" aria-labelledby="shapes-title" className={SECTION_CLASS}>
          <h2 id="shapes-title" className={TITLE_CLASS}>
            Responses
          </h2>
          {docs.shapes.map(({ name, fields }) => (
            <article key={name} id={`shape-${name}`} className="scroll-mt-4">
              <Card>
                <h3 className="mb-3 font-mono text-base font-semibold">{name}</h3>
                <FieldList fields={fields} optionalLabel="optional" />
              </Card>
            </article>
          ))}
        </section>
      </div>
    </div>
  );
}
