import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Options } from '#components/ui/options.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { OwnNotificationSettings } from '#lib/data/notifications.ts';
import type { OwnFactors } from '#lib/domain/second-factor.ts';
import type { DateFormatOption } from '#lib/format/dates.ts';
import { passwordHint } from '#lib/format/password.ts';
import { ROLE_NAMES, ROLE_PERMISSIONS, roleWithArticle } from '#lib/format/team.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { ZoneGroup } from '#lib/format/zones.ts';
import { MAX_PASSWORD_LENGTH, MAX_PERSON_NAME_LENGTH } from '#lib/input-limits.ts';
import { FactorsCard } from './factors-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { SessionsCard, type SessionsCardProps } from './sessions-card.tsx';

interface ProfilePageProps extends SessionsCardProps {
  readonly profile: {
    readonly email: string;
    readonly name: string | null;
    readonly role: string;
    readonly timeZone: string | null;
    readonly dateLocale: string | null;
    readonly hasPassword: boolean;
    readonly hasFactor: boolean;
    /** When the member's password was last changed. Null if the password has never been changed. */
    readonly passwordChangedAt: number | null;
  };
  /** The name of the time zone in which times are shown, such as "Eastern Time". */
  readonly zoneLabel: string;
  readonly zones: readonly ZoneGroup[];
  /** An example of the current date format, such as "Dec 31, 3:30 PM". */
  readonly dateExample: string;
  readonly dateFormats: readonly DateFormatOption[];
  /** The number of the member's API tokens that haven't expired or been revoked. */
  readonly tokenCount: number;
  /** Whether the member just changed the password. */
  readonly isPasswordChanged: boolean;
  readonly factors: OwnFactors;
  readonly notificationSettings: OwnNotificationSettings;
  readonly saveNotificationsAction: FormAction;
  readonly saveAction: FormAction;
  readonly changePasswordAction: FormAction;
}

export function ProfilePage(props: ProfilePageProps) {
  const { profile, isPasswordChanged, tokenCount } = props;
  const { email, role, hasPassword, passwordChangedAt } = profile;
  const knownRole = ROLE_NAMES.find((name) => name === role);
  return (
    <div className="max-w-xl">
      <PageHeader title="Your profile" />
      <p className="-mt-3 mb-5 text-muted">
        <bdi>{email}</bdi> · You’re {roleWithArticle(role)}
        {knownRole !== undefined && `. You can ${ROLE_PERMISSIONS[knownRole]}`}.
      </p>
      {isPasswordChanged && (
        <Confirmation>
          Password changed. You’ve been signed out everywhere else.
          {tokenCount > 0 && ' Your API tokens still work. Revoke any that you don’t recognize.'}
        </Confirmation>
      )}
      <div className="grid gap-4">
        <AboutForm {...props} />
        <NotificationsCard
          settings={props.notificationSettings}
          zoneLabel={props.zoneLabel}
          action={props.saveNotificationsAction}
        />
        {/* Each password change also changes the form's key, and the new key clears the fields. */}
        {hasPassword && (
          <ChangePasswordForm
            key={passwordChangedAt}
            action={props.changePasswordAction}
            email={email}
            hasFactor={profile.hasFactor}
          />
        )}
        <FactorsCard factors={props.factors} />
        <SessionsCard {...props} />
        <Card title="API tokens">
          <p className="mb-3 text-muted">
            Tokens let your programs call the API as you. {describeCount(tokenCount)}
          </p>
          <PageLink href="/tokens" className={buttonClass('plain')}>
            Manage API tokens
          </PageLink>
        </Card>
      </div>
    </div>
  );
}

const describeCount = (count: number): string =>
  count === 0 ? 'You don’t have any tokens.' : `You have ${formatPlural(count, 'token')}.`;

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
              <Options options={regionZones} />
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

interface ChangePasswordProps {
  readonly action: FormAction;
  readonly email: string;
  readonly hasFactor: boolean;
}

function ChangePasswordForm({ action, email, hasFactor }: ChangePasswordProps) {
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
          hint={`${passwordHint(hasFactor)} Changing your password signs you out everywhere else.`}
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
