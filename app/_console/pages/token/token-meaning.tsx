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
import { camerasOf } from './cameras-input.tsx';
import { durationText, longestSeconds, validSeconds } from './duration.ts';

/** What an application may hand on. */
export interface TokenRights {
  /** Empty: everything. */
  readonly capabilities: readonly string[];
  readonly maxTokenSeconds: number;
}

export interface TokenMeaningProps {
  readonly values: FormOf<typeof iotToken>;
  readonly names: ReadonlyMap<string, string>;
  /** Null: no application is chosen yet. */
  readonly rights: TokenRights | null;
}

/** What a token as the form has it will open, for what and until when, in words. */
export function TokenMeaning({ values, names, rights }: TokenMeaningProps) {
  const say = usePageText();
  const { local, say: sayCommon } = useTexts();
  const zone = useSession().user?.timeZone;
  const now = useSeconds();
  const cameras = camerasOf(values.cameras);
  const chosen = cameras.filter((camera) => camera !== '');
  const wanted = camerasOf(values.capabilities);
  const granted = wanted.length > 0 ? wanted : (rights?.capabilities ?? []);
  const words = capabilityOptions
    .filter(({ value }) => granted.length === 0 || granted.includes(value))
    .map(({ label }) => local(label));
  const asked = validSeconds(values.expireSeconds);
  const longest = rights?.maxTokenSeconds ?? longestSeconds;
  const seconds = asked === null ? null : Math.min(asked, longest);
  const and = sayCommon('common.and');
  const lines = [
    [
      say('pages.token.meansCameras'),
      cameras.length === 0
        ? say('pages.token.all')
        : chosen.map((camera) => names.get(camera) ?? camera).join(and) || say('pages.token.noneYet'),
    ],
    [
      say('pages.token.meansDo'),
      rights || wanted.length > 0 ? words.join(and) : say('pages.token.noApplicationYet'),
    ],
    [
      say('pages.token.meansUntil'),
      seconds === null
        ? say('pages.token.noEndYet')
        : say('pages.token.untilIn', {
            time: timeIn(zone, now + seconds * 1_000),
            duration: durationText(say, seconds),
          }),
    ],
  ] as const;
  return (
    <Alert icon={<IconShieldCheck />} title={say('pages.token.means')}>
      <Table withRowBorders={false} layout="fixed" verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {lines.map(([name, line]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={64} fw={500} style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{line}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {asked !== null && asked > longest && (
        <Text size="sm" mt={4}>
          {say('pages.token.cut', { duration: durationText(say, longest) })}
        </Text>
      )}
      {zone && (
        <Text size="xs" c="dimmed" mt={4}>
          {say('pages.token.zone', { zone })}
        </Text>
      )}
    </Alert>
  );
}

const tickMs = 1_000;

/** Now, in epoch ms, to the second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
