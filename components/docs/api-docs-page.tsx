import { Card } from '#components/ui/card.tsx';
import type { OperationName } from '#lib/contract/operations.ts';
import type { ApiDocs } from '#lib/format/api-docs.ts';
import { ErrorResponses } from './error-responses.tsx';
import { FieldList } from './field-list.tsx';
import { groupId, HashNavigation } from './hash-navigation.tsx';
import { OperationCard } from './operation-card.tsx';

interface ApiDocsPageProps {
  readonly docs: ApiDocs;
  /** The roles that can call each operation. */
  readonly roles: ReadonlyMap<OperationName, readonly string[]>;
  /** The signed-in member's role. */
  readonly role: string;
}

const SECTION_CLASS = 'grid min-w-0 grid-cols-[minmax(0,1fr)] scroll-mt-4 gap-4';
const TITLE_CLASS = 'font-serif text-lg font-semibold';

export function ApiDocsPage({ docs, roles, role }: ApiDocsPageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_232px] wide:gap-x-8">
      <HashNavigation docs={docs} />
      <div className="grid min-w-0 gap-9 wide:col-start-1 wide:row-start-1">
        <Introduction errors={docs.errors} />
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

function Introduction({ errors }: Pick<ApiDocs, 'errors'>) {
  return (
    <Card>
      <div className="grid max-w-prose gap-2.5">
        <p>
          Every operation in this console is also available through an API under <Code>/api</Code>, with the
          same role permissions. Send a signed-in member’s session cookie with each request. The mail
          service’s API key never leaves the console.
        </p>
        <p>
          To repeat a payment, mailing, cancellation, copy, or deletion safely, send an{' '}
          <Code>Idempotency-Key</Code> header with a value of your own, such as a UUID. A repeated request
          with the same key gets the response to the first request. To get errors as problem details (RFC
          9457), accept <Code>application/problem+json</Code>.
        </p>
        <p>
          Requests other than GET must include an <Code>Origin</Code> header with this console’s origin. Send
          the body as form data or JSON. The names below are form field names. In JSON, <Code>designs[]</Code>{' '}
          becomes a list named <Code>designs</Code>, and <Code>agent[email]</Code> becomes the{' '}
          <Code>email</Code> field of the <Code>agent</Code> object. Pairs of <Code>meta_data[][key]</Code>{' '}
          and <Code>meta_data[][value]</Code> become a list named <Code>meta_data</Code>, in which each object
          has a <Code>key</Code> field and a <Code>value</Code> field.
        </p>
        <p>
          Successful requests return status 200. Any operation can return the errors below. Additional errors
          are listed with each operation.
        </p>
        <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <ErrorResponses errors={errors} />
        </dl>
        <p>
          OpenAPI 3.1 description:{' '}
          <a href="/openapi.json" className="underline underline-offset-3">
            /openapi.json
          </a>
        </p>
      </div>
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-rail px-1 py-0.5 font-mono text-[0.9em]">{children}</code>;
}
