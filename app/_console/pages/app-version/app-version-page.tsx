'use client';
import { packageIn } from '../../../../lib/contracts/admin/app-package.ts';
import { appVersion } from '../../../../lib/contracts/admin/resources/app-version.resource.ts';
import type { FormExtraProps, Slots } from '../../resource/context/resource-page-context.ts';
import { FieldInput } from '../../resource/form/field-input.tsx';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { bytesText } from '../parts/bytes-text.ts';
import { PackageInput } from './package-input.tsx';

type VersionForm = FormExtraProps<typeof appVersion>;

/** What apps have downloaded is not changed afterwards. */
const wasPublished = ({ row }: VersionForm) => row !== null && row.status !== '0';
/** The server measures the packages that it has. */
const isMeasured = ({ values }: VersionForm) => packageIn(values.packageUrl) !== null;

function VersionField({
  form,
  name,
  isDisabled,
}: {
  readonly form: VersionForm;
  readonly name: 'versionName' | 'versionCode' | 'packageSize' | 'sha256';
  readonly isDisabled: boolean;
}) {
  const error = form.errors[name];
  return (
    <FieldInput
      definition={appVersion}
      name={name}
      field={appVersion.fields[name]}
      value={form.values[name]}
      error={typeof error === 'string' ? error : undefined}
      isDisabled={isDisabled}
      isFirst={name === 'versionName' && !isDisabled}
      id={form.row?.id ?? null}
      values={form.values}
      onChange={(value) => form.set(name, value)}
    />
  );
}

const inputs: NonNullable<Slots<typeof appVersion>['inputs']> = {
  versionName: (form) => <VersionField form={form} name="versionName" isDisabled={wasPublished(form)} />,
  versionCode: (form) => <VersionField form={form} name="versionCode" isDisabled={wasPublished(form)} />,
  packageUrl: (form) => <PackageInput form={form} isDisabled={wasPublished(form)} />,
  packageSize: (form) => (
    <VersionField form={form} name="packageSize" isDisabled={wasPublished(form) || isMeasured(form)} />
  ),
  sha256: (form) => (
    <VersionField form={form} name="sha256" isDisabled={wasPublished(form) || isMeasured(form)} />
  ),
};

/** Versions of apps, with the upload of their packages. */
export default function AppVersionPage() {
  return (
    <ResourcePage
      resource="app.version"
      slots={{
        inputs,
        columns: {
          packageSize: ({ packageSize }) => (packageSize == null ? null : bytesText(packageSize)),
          grayPercent: ({ grayPercent }) => `${grayPercent} %`,
        },
      }}
    />
  );
}
