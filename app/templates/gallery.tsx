'use client';
import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { galleryOpen } from '../../lib/contracts/admin/calls/gallery.calls.ts';
import { galleryTexts } from '../../lib/i18n/console/gallery.ts';
import { api } from '../_console/api/request.ts';
import { useBrandOf } from '../_console/session/use-brand-of.ts';
import { useSession } from '../_console/session/use-session.tsx';
import { useTranslations } from '../_console/text/use-translations.ts';
import { BrandMark } from '../_console/ui/brand/brand-mark.tsx';
import { LanguageSwitch } from '../_console/ui/language-switch.tsx';
import { SignedInPage } from '../watch/signed-in.tsx';
import styles from './gallery.module.css';
import { TemplateCard } from './template-card.tsx';
import { shownTemplates } from './templates.ts';

export type GalleryAccess = z.output<NonNullable<typeof galleryOpen.data>>;

/** `origin`: of this server. `isPublic`: also for those who are not signed in. */
export function Gallery({ origin, isPublic }: { readonly origin: string; readonly isPublic: boolean }) {
  const templates = <Templates origin={origin} />;
  return isPublic ? templates : <SignedInPage>{() => templates}</SignedInPage>;
}

const quiet = { quiet: true, allowDuplicate: true };
const openFor = {
  in: () => api.post<GalleryAccess>('/gallery/access', {}, quiet),
  out: () => api.post<GalleryAccess>('/gallery/open', {}, { ...quiet, withoutToken: true }),
};

function Templates({ origin }: { readonly origin: string }) {
  const session = useSession();
  // The page may be for everybody, without the guard.
  useBrandOf(session.user?.brand);
  const who = session.state === 'loading' ? null : session.state;
  const translate = useTranslations(galleryTexts);
  const [access, setAccess] = useState<GalleryAccess | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (who === null) return;
    let isCurrent = true;
    openFor[who]().then(
      (answer) => isCurrent && setAccess(answer),
      (error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [who]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark />
        <div className={styles.name}>
          <Title order={1} size="h3">
            {translate('gallery.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {translate('gallery.lead')}
          </Text>
        </div>
        <Group gap="xs">
          <Anchor href={who === 'out' ? '/user/login?redirect=%2Ftemplates' : '/index'} size="sm">
            {translate(who === 'out' ? 'gallery.signIn' : 'gallery.enter')}
          </Anchor>
          <LanguageSwitch color="gray" px="xs" />
        </Group>
      </header>
      <main>
        {failure !== null && (
          <Alert color="red" role="alert" mb="md">
            {translate('gallery.failed', { reason: failure })}
          </Alert>
        )}
        <Stack gap="xl">
          {shownTemplates.map((template) => (
            <TemplateCard
              key={template.name}
              template={template}
              origin={origin}
              access={access}
              renew={openFor[who ?? 'out']}
              canStart={who === 'in' && session.can('iot:theme:add') && session.can('iot:theme:edit')}
            />
          ))}
        </Stack>
      </main>
    </div>
  );
}
