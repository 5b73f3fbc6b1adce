'use client';
import { MultiSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import {
  capabilityOptions,
  type iotToken,
} from '../../../../lib/contracts/admin/resources/iot-token.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useOption } from '../../resource/data/relations.ts';
import { timeIn } from '../../resource/dates/time-text.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { useTexts } from '../../text/use-texts.ts';
import { CamerasInput, camerasOf, noneYet } from '../parts/cameras-input.tsx';
import { maxSeconds } from './duration.ts';
import { TokenMeaning, type TokenPermissions } from './token-meaning.tsx';
import { ValidityInput } from './validity-input.tsx';

const OneTimeSecrets = lazy(() => import('../../ui/dialogs/one-time-secrets.tsx'));

type TokenForm = FormExtraProps<typeof iotToken>;

interface Made {
  readonly accessToken: string;
  /** Epoch ms. */
  readonly expireTime: number;
}

const aDay = 86_400;
/** Least privilege: no cameras, one day. */
const startsWith = { cameras: noneYet, expireSeconds: aDay };

/** Access tokens, created for cameras selected by name. */
export default function TokenPage() {
  const translate = usePageText();
  const zone = useSession().user?.timeZone;
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <ResourcePage
        resource="iot.token"
        slots={{
          startsWith,
          inputs: {
            cameras: (form) => <CamerasInput {...form} names={names} onNames={setNames} />,
            capabilities: (form) => <CapabilitiesInput {...form} />,
            expireSeconds: (form) => <ValidityInput {...form} />,
          },
          formExtra: (form) => <Meaning {...form} names={names} />,
          onAnswer: (_what, answer) => setMade(answer as Made),
        }}
      />
      <Suspense>
        {made && (
          <OneTimeSecrets
            what={translate('pages.token.answer')}
            texts={{ [translate('pages.token.text')]: made.accessToken }}
            note={translate('pages.token.until', { time: timeIn(zone, made.expireTime), zone: zone ?? '' })}
            onClose={() => setMade(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Null: no application selected. */
function useTokenPermissions({ values }: Pick<TokenForm, 'values'>): TokenPermissions | null {
  const option = useOption('iot.application', values.applicationId ?? '');
  if (!option) return null;
  const { capabilities, maxTokenSeconds } = option.fields ?? {};
  return {
    capabilities: camerasOf(capabilities),
    maxTokenSeconds: typeof maxTokenSeconds === 'number' ? maxTokenSeconds : maxSeconds,
  };
}

function Meaning({ names, ...form }: TokenForm & { readonly names: ReadonlyMap<string, string> }) {
  return <TokenMeaning values={form.values} names={names} permissions={useTokenPermissions(form)} />;
}

/** Offers the capabilities of the application. Others that were selected before remain, for validation to reject. */
function CapabilitiesInput({ values, set, errors, row }: TokenForm) {
  const translate = usePageText();
  const { local } = useTexts();
  const permissions = useTokenPermissions({ values });
  const chosen = camerasOf(values.capabilities);
  const mayDo = permissions?.capabilities ?? [];
  const offered = capabilityOptions.filter(
    ({ value }) => mayDo.length === 0 || mayDo.includes(value) || chosen.includes(value),
  );
  return (
    <MultiSelect
      label={translate('pages.token.capabilities')}
      placeholder={chosen.length === 0 ? translate('pages.token.allCapabilities') : ''}
      data={offered.map(({ value, label }) => ({ value, label: local(label) }))}
      error={errors.capabilities}
      disabled={row !== null}
      clearable
      openOnFocus={false}
      value={[...chosen]}
      onChange={(next) => set('capabilities', next)}
    />
  );
}
