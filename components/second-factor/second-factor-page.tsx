import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { ActionItem } from '#components/lists/action-item.tsx';
import { SignOutForm } from '#components/shell/sign-out-form.tsx';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { hasFactor, MAX_PASSKEYS, type OwnFactors } from '#lib/domain/second-factor.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { deviceName } from '#lib/format/device.ts';
import { FACTOR_REQUIREMENTS } from '#lib/format/second-factor.ts';
import { APP_FACTOR } from '#lib/forms/factor-fields.ts';
import { PasskeyControls } from './passkey-controls.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SecondFactorPageProps {
  readonly factors: OwnFactors & {
    readonly requirement: keyof typeof FACTOR_REQUIREMENTS | null;
    /** Whether the member must add a second factor before doing anything else. */
    readonly isBlocked: boolean;
    readonly canUsePasskeys: boolean;
  };
  readonly actions: Readonly<Record<'change' | 'requestPasskey' | 'addPasskey' | 'replaceCodes', FormAction>>;
  readonly signOut: (form: FormData) => Promise<void>;
  /** The page to return to. */
  readonly back: string;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/**
 * Adds and removes the member's own second factors. The page's main action is to add a first factor or, if the
 * member already has a factor, to leave the page.
 */
export function SecondFactorPage(props: SecondFactorPageProps) {
  const { factors, signOut, back } = props;
  const isFirst = !hasFactor(factors);
  return (
    <>
      <h1 className="mb-2 text-center">Second factor</h1>
      <p className="mb-5 text-center text-pretty text-muted">
        A second factor protects your account even if your password is stolen.
      </p>
      <div className="grid gap-6">
        {factors.requirement !== null && (
          <Note tone={factors.isBlocked ? 'amber' : 'blue'}>
            {FACTOR_REQUIREMENTS[factors.requirement]}
            {factors.isBlocked && ' Add a second factor to continue.'}
          </Note>
        )}
        <FactorList {...props} />
        <PasskeySection {...props} kind={isFirst ? 'primary' : 'plain'} />
        <AppSection {...props} kind={isFirst && !factors.canUsePasskeys ? 'primary' : 'plain'} />
        {!isFirst && <CodesSection {...props} />}
        {factors.isBlocked ? (
          <SignOutForm signOut={signOut} />
        ) : (
          <PageLink href={back} className={buttonClass(isFirst ? 'quiet' : 'primary', 'py-2.75')}>
            {back === '/profile' ? 'Back to your profile' : 'Continue'}
          </PageLink>
        )}
      </div>
    </>
  );
}

/**
 * Lists the factors. One form contains every button, so that the message about a removed factor stays visible
 * after the factor's line disappears.
 */
function FactorList({ factors, actions, dateSettings, now }: SecondFactorPageProps) {
  const { passkeys, app } = factors;
  const timesOf = (addedAt: number, lastUsedAt: number | null) =>
    `Added ${formatMoment(addedAt, dateSettings, now)}${lastUsedAt === null ? '' : ` · last used ${formatMoment(lastUsedAt, dateSettings, now)}`}`;
  return (
    <ActionForm action={actions.change} className="grid gap-4 has-[>[role=alert]:empty:last-child]:hidden">
      <FormMessage />
      {hasFactor(factors) && (
        <ul className="border-y border-line">
          {passkeys.map(({ id, device, createdAt, lastUsedAt }) => (
            <FactorItem
              key={id}
              value={id}
              name={`Passkey from ${deviceName(device)}`}
              times={timesOf(createdAt, lastUsedAt)}
            />
          ))}
          {app && (
            <FactorItem
              value={APP_FACTOR}
              name="Authenticator app"
              times={timesOf(app.addedAt, app.lastUsedAt)}
            />
          )}
        </ul>
      )}
    </ActionForm>
  );
}

function FactorItem({ value, name, times }: Readonly<Record<'value' | 'name' | 'times', string>>) {
  return (
    <ActionItem
      action={
        <SubmitButton kind="quiet" name="remove" value={value} className="text-sm">
          Remove<span className="sr-only"> {name}</span>
        </SubmitButton>
      }
    >
      <span className="font-[550]">{name}</span>
      <p className="text-sm text-muted tabular-nums">{times}</p>
    </ActionItem>
  );
}

type SectionProps = SecondFactorPageProps & { readonly kind: ButtonKind };

function PasskeySection({ factors, actions, kind }: SectionProps) {
  const { passkeys, canUsePasskeys } = factors;
  return (
    <section className="grid gap-3">
      <div>
        <h2>Passkey</h2>
        <p className="text-sm text-muted">
          {canUsePasskeys
            ? 'A passkey uses your fingerprint, face, or PIN on this device or on a security key. You can also sign in with only a passkey, without a password.'
            : 'Passkeys don’t work here, because this console’s address is an IP address.'}
        </p>
        {canUsePasskeys && (
          <p className="hidden text-sm text-muted scriptless:block">Passkeys require JavaScript.</p>
        )}
      </div>
      {canUsePasskeys && (
        <ActionForm action={actions.addPasskey} className="grid gap-3">
          <RecoveryCodes />
          {passkeys.length < MAX_PASSKEYS && (
            <PasskeyControls
              request={actions.requestPasskey}
              isNew
              kind={kind}
              className="justify-self-start"
            >
              Add a passkey
            </PasskeyControls>
          )}
        </ActionForm>
      )}
    </section>
  );
}

function AppSection({ factors: { app }, actions, back, kind }: SectionProps) {
  return (
    <section className="grid gap-3">
      <div>
        <h2>Authenticator app</h2>
        <p className="text-sm text-muted">An app on your phone shows a new code every 30 seconds.</p>
      </div>
      <ActionForm action={actions.change} hidden={{ callbackUrl: back }} className="grid gap-3">
        <FormMessage />
        <SubmitButton kind={kind} name="start" value={APP_FACTOR} className="justify-self-start">
          {app ? 'Replace the app' : 'Set up an app'}
        </SubmitButton>
      </ActionForm>
    </section>
  );
}

function CodesSection({ factors: { codesLeft }, actions }: SecondFactorPageProps) {
  return (
    <section className="grid gap-3">
      <div>
        <h2>Recovery codes</h2>
        <p className="text-sm text-muted">
          {codesLeft === 0 ? 'You have no unused recovery codes.' : `Unused recovery codes: ${codesLeft}.`} If
          you lose your device, a recovery code lets you sign in once. New codes replace all earlier ones.
        </p>
      </div>
      <ActionForm action={actions.replaceCodes} className="grid gap-3">
        <FormMessage />
        <RecoveryCodes />
        <SubmitButton kind="plain" className="justify-self-start">
          Create new codes
        </SubmitButton>
      </ActionForm>
    </section>
  );
}
