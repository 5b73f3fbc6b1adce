'use client';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import { galleryTexts } from '../../lib/i18n/console/gallery.ts';
import { api } from '../_console/api/request.ts';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { useCopy } from '../_console/ui/use-copy.ts';
import styles from './gallery.module.css';
import type { GalleryAccess } from './gallery.tsx';
import { buttonsOf, type ShownTemplate } from './templates.ts';

/** Of the window: a player starts shortly before it is visible, and ends when it is not. */
const around = '200px';

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: around,
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isNear;
}

/** Code that shows the template. */
const snippet = (
  origin: string,
  name: string,
  path: string,
) => `createPlayer(document.querySelector('#camera'), {
  server: '${origin}',
  app: 'YOUR_APP_KEY',
  url: 'ezopen://oriel/${path}',
  template: '${name}',
  getToken: async () => (await fetch('/my-backend/token', { method: 'POST' })).text(),
});`;

/** One template: the player at its own size, purpose, buttons and code. */
export function TemplateCard({
  template,
  origin,
  access,
  renew,
  canStart,
}: {
  readonly template: ShownTemplate;
  /** Of this server, also before the page is in a browser. */
  readonly origin: string;
  /** Null while it is requested, and if there is none. */
  readonly access: GalleryAccess | null;
  readonly renew: () => Promise<GalleryAccess>;
  /** Whether the user may create and design themes. */
  readonly canStart: boolean;
}) {
  const { name, width, height, isRecorded } = template;
  const translate = useTranslations(galleryTexts);
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(box);
  const [failure, setFailure] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      const copyOf = name === 'standard' ? 'pcLive' : name;
      const themeName = translate('gallery.copyOf', { name });
      const { themeId } = await api.post<{ readonly themeId: string }>('/iot/theme', { themeName, copyOf });
      location.assign(`/iot/theme/design?themeId=${themeId}`);
    } catch {
      // Reported by the call.
      setStarting(false);
    }
  };
  const buttons = buttonsOf(name);
  const mode = isRecorded ? 'cloud.rec' : 'live';
  const codeElement = useRef<HTMLElement>(null);
  const { isCopied, copy } = useCopy();
  const code = snippet(origin, name, `${access?.path ?? 'SERIAL/1'}.${mode}`);
  const title = `template-${name}`;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={title}>
      <div className={styles.card}>
        <div
          ref={box}
          className={styles.video}
          style={{ '--video-width': `${width}px`, '--video-ratio': width / height } as CSSProperties}
        >
          {access && isNear && (
            <OrielPlayer
              className={styles.player}
              server={origin}
              app={access.appKey}
              url={`ezopen://oriel/${access.path}.${mode}`}
              template={name}
              language={locale}
              getToken={async (reason) => (reason === 'start' ? access : await renew()).accessToken}
              onError={({ message }) => setFailure(message)}
              onSuccess={() => setFailure(null)}
            />
          )}
        </div>
        <Stack gap="sm" className={styles.text ?? ''}>
          <Title order={2} size="h4" id={title}>
            {name}
          </Title>
          <Text size="sm">{translate(`gallery.purpose.${name}`)}</Text>
          <Text size="sm" c="dimmed">
            {translate('gallery.size', { size: `${width} × ${height}` })}
          </Text>
          <Group gap={6} role="list" aria-label={translate('gallery.buttons')}>
            {buttons.map(({ iconId }) => (
              <Badge key={iconId} variant="light" color="gray" role="listitem">
                {iconId}
              </Badge>
            ))}
            {buttons.length === 0 && (
              <Text size="sm" c="dimmed" role="listitem">
                {translate('gallery.noButtons')}
              </Text>
            )}
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section tabIndex={0} className={styles.code} aria-label={translate('gallery.code')}>
            <pre>
              <code ref={codeElement}>{code}</code>
            </pre>
          </section>
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => void copy(code, codeElement.current)}>
              <span aria-live="polite">{translate(isCopied ? 'gallery.copied' : 'gallery.copy')}</span>
            </Button>
            {canStart && (
              <Button size="compact-sm" loading={isStarting} onClick={() => void start()}>
                {translate('gallery.startFrom')}
              </Button>
            )}
          </Group>
          {failure !== null && (
            <Text size="sm" c="red" role="alert">
              {failure}
            </Text>
          )}
        </Stack>
      </div>
    </Paper>
  );
}
