'use client';
import { Alert, Table, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  capabilityOptions,
  type iotToken,
} from '../../../../lib/contracts/admin/resources/iot-token.resource.ts';
import type { FormOf } from '../../../../lib/contracts/admin/row-types.ts';
import { timeIn } from '../../resource/dates/time-text.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { useTexts } from '../../text/use-texts.ts';
import { camerasOf } from '../parts/cameras-input.tsx';
import { durationText, maxSeconds, validSeconds } from './duration.ts';

/** Capabilities an application can grant. */
export interface TokenPermissions {
  /** Empty: all. */
  readonly capabilities: readonly string[];
  readonly maxTokenSeconds: number;
}

export interface TokenMeaningProps {
  readonly values: FormOf<typeof iotToken>;
  readonly names: ReadonlyMap<string, string>;
  /** Null: no application selected yet. */
  readonly permissions: TokenPermissions | null;
}

/** Describes what the token in the form allows, and until when. */
export function TokenMeaning({ values, names, permissions }: TokenMeaningProps) {
  const translate = usePageText();
  const { local, translate: translateCommon } = useTexts();
  const zone = useSession().user?.timeZone;
  const now = useSeconds();
  const cameras = camerasOf(values.cameras);
  const chosen = cameras.filter((camera) => camera !== '');
  const selected = camerasOf(values.capabilities);
  const granted = selected.length > 0 ? selected : (permissions?.capabilities ?? []);
  const actions = capabilityOptions
    .filter(({ value }) => granted.length === 0 || granted.includes(value))
    .map(({ label }) => local(label));
  const requestedSeconds = validSeconds(values.expireSeconds);
  const max = permissions?.maxTokenSeconds ?? maxSeconds;
  const seconds = requestedSeconds === null ? null : Math.min(requestedSeconds, max);
  const and = translateCommon('common.and');
  const lines = [
    [
      translate('pages.token.meansCameras'),
      cameras.length === 0
        ? translate('pages.token.all')
        : chosen.map((camera) => names.get(camera) ?? camera).join(and) || translate('pages.token.noneYet'),
    ],
    [
      translate('pages.token.meansDo'),
      permissions || selected.length > 0 ? actions.join(and) : translate('pages.token.noApplicationYet'),
    ],
    [
      translate('pages.token.meansUntil'),
      seconds === null
        ? translate('pages.token.noEndYet')
        : translate('pages.token.untilIn', {
            time: timeIn(zone, now + seconds * 1_000),
            duration: durationText(translate, seconds),
          }),
    ],
  ] as const;
  return (
    <Alert icon={<IconShieldCheck />} title={translate('pages.token.means')}>
      <Table withRowBorders={false} layout="fixed" verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {lines.map(([name, line]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={80} fw={500} style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{line}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {requestedSeconds !== null && requestedSeconds > max && (
        <Text size="sm" mt={4}>
          {translate('pages.token.cut', { duration: durationText(translate, max) })}
        </Text>
      )}
      {zone && (
        <Text size="xs" c="dimmed" mt={4}>
          {translate('pages.token.zone', { zone })}
        </Text>
      )}
    </Alert>
  );
}

const tickMs = 1_000;

/** Current time in epoch ms, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
