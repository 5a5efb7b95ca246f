import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ApiDocs } from '#lib/format/api-docs.ts';
import type { ApiSnippet } from '#lib/format/api-snippets.ts';
import { CodeExample } from './code-example.tsx';
import { ErrorResponses } from './error-responses.tsx';

interface IntroductionProps extends Pick<ApiDocs, 'errors'> {
  /** The number of requests that a token can make per minute. */
  readonly requestsPerMinute: number;
}

export function Introduction({ errors, requestsPerMinute }: IntroductionProps) {
  return (
    <Card>
      <div className="grid max-w-prose gap-2.5">
        <p>
          Every operation in this console is also available to your programs, through an API under{' '}
          <Code>/api</Code>. Create an{' '}
          <PageLink href="/tokens" className="underline underline-offset-3">
            API token
          </PageLink>
          , and send it with each request in the header <Code>Authorization: Bearer mrm_…</Code>. A token
          never allows more than your role does. The mail service’s API key never leaves the console.
        </p>
        <p>
          To repeat a payment, mailing, cancellation, copy, or deletion safely, send an{' '}
          <Code>Idempotency-Key</Code> header with a value of your own, such as a UUID. A repeated request
          with the same token and key gets the response to the first request. To get errors as problem details
          (RFC 9457), accept <Code>application/problem+json</Code>.
        </p>
        <p>
          A token can make {requestsPerMinute} requests per minute. The <Code>RateLimit</Code> header of each
          response says how many are left. A request above the limit gets status 429, and the header{' '}
          <Code>Retry-After</Code> says how many seconds to wait.
        </p>
        <p>
          Send the body as form data or JSON. The names below are form field names. In JSON,{' '}
          <Code>designs[]</Code> becomes a list named <Code>designs</Code>, and <Code>agent[email]</Code>{' '}
          becomes the <Code>email</Code> field of the <Code>agent</Code> object. Pairs of{' '}
          <Code>meta_data[][key]</Code> and <Code>meta_data[][value]</Code> become a list named{' '}
          <Code>meta_data</Code>, in which each object has a <Code>key</Code> field and a <Code>value</Code>{' '}
          field.
        </p>
        <p>
          Successful requests return status 200. Any operation can return the errors below. Additional errors
          are listed with each operation.
        </p>
        <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <ErrorResponses errors={errors} />
        </dl>
        <p>
          A token that is limited to one customer gets status 404 for other customers’ data, and status 403
          for templates, because templates don’t belong to a customer. Lists include only that customer’s
          data.
        </p>
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

/** Complete programs that read the token from the environment. */
export function ProgramExamples({ snippets }: { readonly snippets: readonly ApiSnippet[] }) {
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="max-w-prose">
          These programs read the token from the environment variable <Code>MAILROOM_TOKEN</Code>. The token
          must allow the “List campaigns” operation and, for prices, the “Get a campaign’s checkout”
          operation.
        </p>
        {snippets.map(({ language, file, needs, code }) => (
          <CodeExample
            key={language}
            title={file === undefined ? language : `${language}: ${file}`}
            description={needs}
            code={code}
          />
        ))}
      </div>
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-rail px-1 py-0.5 font-mono text-[0.9em]">{children}</code>;
}
