import type { Metadata } from 'next';
import { ApiDocsPage } from '#components/docs/api-docs-page.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { operationNames } from '#lib/contract/operations.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import { toApiDocs } from '#lib/format/api-docs.ts';
import { apiSnippets } from '#lib/format/api-snippets.ts';
import { apiDescription } from '#lib/proxy/api-description.ts';

export const metadata: Metadata = { title: 'API' };

export default async function ApiPage() {
  const { role } = await requireMember();
  const roles = new Map(
    operationNames.map((name) => [name, ROLES.filter((candidate) => isAllowed(candidate, name))] as const),
  );
  return (
    <>
      <PageHeader title="API" />
      <ApiDocsPage
        docs={toApiDocs(apiDescription())}
        snippets={apiSnippets(env().origin)}
        requestsPerMinute={env().apiRequestsPerMinute}
        roles={roles}
        role={role}
      />
    </>
  );
}
