'use client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { draftLinkList, makeDraftLink } from '../../../../lib/contracts/admin/calls/theme.calls.ts';
import { draftLinkTexts } from '../../../../lib/i18n/console/draft-links.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import OneTimeSecrets from '../../ui/dialogs/one-time-secrets.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';

type Links = DataOf<typeof draftLinkList>;

/** Makes links that show the draft to people without an account, and ends them. */
export default function DraftLinks({
  themeId,
  save,
  onClose,
}: {
  readonly themeId: string;
  /** Saves the draft. False: it could not be saved. */
  readonly save: () => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(draftLinkTexts);
  const queries = useQueryClient();
  const path = `/iot/theme/${themeId}/links`;
  const queryKey = ['iot.themeLinks', themeId];
  const links = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Links>(path, { signal, quiet: true }),
    gcTime: 0,
  });
  const [made, setMade] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  // The calls show their own failures.
  async function change(send: () => Promise<unknown>): Promise<void> {
    setSending(true);
    try {
      await send();
    } catch {
    } finally {
      setSending(false);
      await queries.invalidateQueries({ queryKey });
    }
  }
  const make = () =>
    change(async () => {
      if (await save()) setMade((await api.post<DataOf<typeof makeDraftLink>>(path)).draftCode);
    });

  if (made !== null)
    return (
      <OneTimeSecrets
        what={translate('draft.made')}
        texts={{ [translate('draft.link')]: `${location.origin}/t/${made}` }}
        note={translate('draft.help')}
        onClose={() => setMade(null)}
      />
    );
  return (
    <PageDialog title={translate('draft.share')} onClose={onClose}>
      <Stack>
        <Text size="sm">{translate('draft.help')}</Text>
        <Group>
          <Button loading={isSending} onClick={() => void make()}>
            {translate('draft.make')}
          </Button>
        </Group>
        <Title order={3} size="h6">
          {translate('draft.open')}
        </Title>
        {links.isError && <LoadFailed error={links.error} onRetry={() => void links.refetch()} />}
        {links.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            {translate('draft.empty')}
          </Text>
        )}
        {links.data?.map((link) => (
          <LinkRow
            key={link.linkId}
            link={link}
            onEnd={() => void change(() => api.delete(`${path}/${link.linkId}`))}
          />
        ))}
      </Stack>
    </PageDialog>
  );
}

function LinkRow({ link, onEnd }: { readonly link: Links[number]; readonly onEnd: () => void }) {
  const translate = useTranslations(draftLinkTexts);
  const { createdBy, createTime, expireTime, opens, lastOpenedTime } = link;
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">{translate('draft.ends', { time: expireTime })}</Text>
          <Text size="xs" c="dimmed">
            {translate('draft.by', { name: createdBy, time: createTime })}
          </Text>
          <Text size="xs" c="dimmed">
            {lastOpenedTime === null
              ? translate('draft.opens', { count: opens })
              : translate('draft.lastOpened', { count: opens, time: lastOpenedTime })}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          aria-label={translate('draft.endOf', { time: createTime })}
          onClick={onEnd}
        >
          {translate('draft.end')}
        </Button>
      </Group>
    </Paper>
  );
}
