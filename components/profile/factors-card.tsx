import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { hasFactor, type OwnFactors } from '#lib/domain/second-factor.ts';
import { formatPlural } from '#lib/format/text.ts';

export function FactorsCard({ factors }: { factors: OwnFactors }) {
  const { passkeys, app, codesLeft } = factors;
  const held = [
    ...(passkeys.length > 0 ? [formatPlural(passkeys.length, 'passkey')] : []),
    ...(app ? ['an authenticator app'] : []),
  ];
  return (
    <Card title="Second factor">
      <p className="text-muted">
        {hasFactor(factors)
          ? `You sign in with ${held.join(' or ')}. Unused recovery codes: ${codesLeft}.`
          : 'You sign in with only your password. To protect your account even if the password is stolen, add a passkey or an authenticator app.'}
      </p>
      <PageLink href="/second-factor?callbackUrl=/profile" className={buttonClass('plain', 'mt-4')}>
        {hasFactor(factors) ? 'Manage second factors' : 'Add a second factor'}
      </PageLink>
    </Card>
  );
}
