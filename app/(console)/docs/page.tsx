import type { Metadata } from 'next';
import { DocsPage } from '#components/docs/docs-page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { apiDescription } from '#lib/api-description.ts';
import { mayRun, ROLES } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { operationNames } from '#lib/contract/operations.ts';
import { docsOf } from '#lib/format/api-docs.ts';

export const metadata: Metadata = { title: 'Interface for programs' };

export default async function InterfacePage() {
  const { role } = await requireMember();
  const roles = new Map(
    operationNames.map((name) => [name, ROLES.filter((each) => mayRun(each, name))] as const),
  );
  return (
    <>
      <PageHead title="Interface for programs" />
      <DocsPage docs={docsOf(apiDescription())} roles={roles} role={role} />
    </>
  );
}
