import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { DONE } from '#lib/forms/factor-fields.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface AppSetupPageProps {
  /** The app's secret as text, as a link, and as a QR code. Null once the app is set up. */
  readonly setup: {
    readonly secret: string;
    readonly uri: string;
    readonly qr: { readonly path: string; readonly size: number };
  } | null;
  readonly finishAction: FormAction;
  /** The console path to open after the setup. */
  readonly callbackUrl: string;
  /** The page that lists the member's factors. */
  readonly back: string;
}

/** The form stays on the page after setup, so that the member can read the recovery codes. */
export function AppSetupPage({ setup, finishAction, callbackUrl, back }: AppSetupPageProps) {
  return (
    <>
      <h1 className="mb-4.5 text-center">Authenticator app</h1>
      <ActionForm action={finishAction} hidden={{ callbackUrl }} className="grid gap-4">
        {setup && <Instructions {...setup} />}
        <FormMessage />
        <RecoveryCodes />
        {setup ? (
          <>
            <CodeField label="Code from the app" hint="Six digits." inputMode="numeric" />
            <SubmitButton className="py-2.75">Turn on</SubmitButton>
          </>
        ) : (
          <SubmitButton name="done" value={DONE} className="py-2.75">
            Continue
          </SubmitButton>
        )}
      </ActionForm>
      <PageLink href={back} className={buttonClass('quiet', 'mt-2 w-full')}>
        {setup ? 'Cancel' : 'All second factors'}
      </PageLink>
    </>
  );
}

function Instructions({ secret, uri, qr: { path, size } }: NonNullable<AppSetupPageProps['setup']>) {
  return (
    <>
      <p className="text-muted">
        Scan this code with an authenticator app, such as the one in your password manager. Then enter the six
        digits that the app shows.
      </p>
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        role="img"
        aria-label="QR code for the authenticator app"
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-md border border-line"
      >
        <path d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className="text-sm text-muted">
        <p>
          Can’t scan the code?{' '}
          <a href={uri} className="underline underline-offset-3">
            Open the app on this device
          </a>
          , or type this key:
        </p>
        <p className="mt-1 font-mono break-words text-ink">{secret}</p>
      </div>
    </>
  );
}
