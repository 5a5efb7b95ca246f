import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { DateFormatOption } from '#lib/format/dates.ts';
import { PASSWORD_HINT } from '#lib/format/password.ts';
import { ROLE_NAMES, ROLE_PERMISSIONS, roleWithArticle } from '#lib/format/team.ts';
import type { ZoneGroup } from '#lib/format/zones.ts';
import { MAX_PASSWORD_LENGTH, MAX_PERSON_NAME_LENGTH } from '#lib/input-limits.ts';

/** Confirmation messages for changes that end all other sessions. */
export const SESSION_CHANGES = {
  password: 'Password changed. You’ve been signed out everywhere else.',
  sessions: 'You’ve been signed out everywhere else.',
} as const;
export type SessionChange = keyof typeof SESSION_CHANGES;

interface ProfilePageProps {
  readonly profile: {
    readonly email: string;
    readonly name: string | null;
    readonly role: string;
    readonly timeZone: string | null;
    readonly dateLocale: string | null;
    readonly hasPassword: boolean;
    readonly sessionsFrom: number;
  };
  /** The name of the time zone in which times are shown, such as "Eastern Time". */
  readonly zoneLabel: string;
  readonly zones: readonly ZoneGroup[];
  /** An example date in the format in which dates are shown, such as "Dec 31, 3:30 PM". */
  readonly dateExample: string;
  readonly dateFormats: readonly DateFormatOption[];
  /** The change that the member just made, if the change ended the member's other sessions. */
  readonly done: SessionChange | undefined;
  readonly saveAction: FormAction;
  readonly changePasswordAction: FormAction;
  readonly signOutElsewhereAction: FormAction;
}

export function ProfilePage(props: ProfilePageProps) {
  const { profile, done } = props;
  const { email, role, hasPassword, sessionsFrom } = profile;
  const knownRole = ROLE_NAMES.find((name) => name === role);
  return (
    <div className="max-w-xl">
      <PageHeader title="Your profile" />
      <p className="-mt-3 mb-5 text-muted">
        <bdi>{email}</bdi> · You’re {roleWithArticle(role)}
        {knownRole !== undefined && `. You can ${ROLE_PERMISSIONS[knownRole]}`}.
      </p>
      {done !== undefined && <Confirmation>{SESSION_CHANGES[done]}</Confirmation>}
      <div className="grid gap-4">
        <AboutForm {...props} />
        {/* Each password change also changes the form's key, and the new key clears the fields. */}
        {hasPassword && (
          <ChangePasswordForm key={sessionsFrom} action={props.changePasswordAction} email={email} />
        )}
        <Card title="Other sessions">
          <ActionForm action={props.signOutElsewhereAction} className="grid gap-4">
            <p className="text-muted">
              Signs you out of all other browsers and devices. You’ll stay signed in on this browser.
            </p>
            <FormMessage />
            <SubmitButton kind="plain" className="justify-self-start">
              Sign out everywhere else
            </SubmitButton>
          </ActionForm>
        </Card>
      </div>
    </div>
  );
}

function AboutForm({ profile, zoneLabel, zones, dateExample, dateFormats, saveAction }: ProfilePageProps) {
  const { name, timeZone, dateLocale } = profile;
  return (
    <Card title="About you">
      <ActionForm action={saveAction} className="grid gap-4">
        <Field
          name="name"
          label="Name"
          hint="Visible to your team and guests."
          autoComplete="name"
          maxLength={MAX_PERSON_NAME_LENGTH}
          defaultValue={name ?? ''}
        />
        <SelectField name="time_zone" label="Time zone" defaultValue={timeZone ?? ''}>
          <option value="">Browser time zone{timeZone === null && `: ${zoneLabel}`}</option>
          {zones.map(({ region, zones: regionZones }) => (
            <optgroup key={region} label={region}>
              {regionZones.map(([dateSettings, label]) => (
                <option key={dateSettings} value={dateSettings}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <SelectField name="date_locale" label="Date format" defaultValue={dateLocale ?? ''}>
          <option value="">Browser format{dateLocale === null && `: ${dateExample}`}</option>
          {dateFormats.map(({ locale, region, example }) => (
            <option key={locale} value={locale}>
              {region}: {example}
            </option>
          ))}
        </SelectField>
        <FormMessage />
        <SubmitButton className="justify-self-start">Save</SubmitButton>
      </ActionForm>
    </Card>
  );
}

function ChangePasswordForm({ action, email }: { action: FormAction; email: string }) {
  return (
    <Card title="Password">
      <ActionForm action={action} className="grid gap-4">
        {/* This field tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          name="old_password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={MAX_PASSWORD_LENGTH}
          required
        />
        <Field
          name="password"
          label="New password"
          hint={`${PASSWORD_HINT} Changing your password signs you out everywhere else.`}
          type="password"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          required
        />
        <FormMessage />
        <SubmitButton kind="plain" className="justify-self-start">
          Change password
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}
