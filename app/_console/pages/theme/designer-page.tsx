'use client';
import { Alert, Badge, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconArrowForwardUp, IconShare, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { type IconId, readIconId } from '../../../../lib/contracts/theme/icon-id.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import { api } from '../../api/request.ts';
import { useRelationOptions } from '../../resource/data/relations.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { isTyping } from '../../ui/keyboard-shortcuts.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { PageEditing } from '../parts/page-editing.tsx';
import { ButtonBoard } from './button-board.tsx';
import { CodePanel } from './code-panel.tsx';
import { ColourPanel } from './colour-panel.tsx';
import styles from './designer.module.css';
import { GeneralPanel } from './general-panel.tsx';
import { Stage } from './stage.tsx';
import { type ThemeRow, themesKey } from './theme-data.ts';
import { useDesignerText } from './use-designer-text.ts';
import { type Draft, useDraft } from './use-draft.ts';

const DraftLinks = lazy(() => import('./draft-links.tsx'));

const listPath = '/iot/theme';
type Designed = ThemeRow & { readonly theme: Theme };

/** `?themeId=`: the draft of a theme beside the player that shows it. */
export default function DesignerPage() {
  const translate = useDesignerText();
  const page = usePage();
  const themeId = page.query.get('themeId') ?? '';
  const row = useQuery({
    queryKey: [...themesKey, 'row', themeId, 'design'],
    queryFn: ({ signal }) => api.get<ThemeRow>(`${listPath}/${themeId}`, { signal, quiet: true }),
    enabled: themeId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const backToList = () => {
    page.close();
    page.open(listPath);
  };
  if (themeId === '')
    return (
      <Alert>
        <Stack align="start">
          <Text size="sm">{translate('design.noId')}</Text>
          <Button variant="default" onClick={backToList}>
            {translate('design.toList')}
          </Button>
        </Stack>
      </Alert>
    );
  if (!row.data?.theme)
    return <RowState error={row.error} onRetry={() => void row.refetch()} onBack={backToList} />;
  return <Designer key={themeId} row={row.data as Designed} />;
}

function Designer({ row }: { readonly row: Designed }) {
  const translate = useDesignerText();
  const page = usePage();
  const draft = useDraft(row);
  const { theme } = draft;
  const [chosen, setChosen] = useState<IconId | null>(null);
  const [announced, setAnnounced] = useState('');
  const [cameraId, setCamera] = useState<string | null>(null);
  const cameras = useRelationOptions('iot.camera', '').options;
  // A camera to begin with: the first, which is a demo camera after installation.
  const shown = cameraId ?? (cameras[0] === undefined ? null : String(cameras[0].id));
  const camera = cameras.find(({ id }) => String(id) === shown);

  useEffect(() => page.setTitle(theme.themeName || null), [page, theme.themeName]);
  const isUnsaved = draft.state !== 'saved';
  useEffect(() => page.setUnsaved(isUnsaved), [page, isUnsaved]);
  useUndoKeys(page.isActive, draft);
  const choose = useCallback((iconId: string) => setChosen(readIconId(iconId)), []);

  return (
    <Stack gap="sm">
      <PageEditing resource="iot.theme" row={row} isEditing />
      <Head row={row} draft={draft} />
      <Conflict draft={draft} />
      <div className={styles.layout}>
        <Stage
          theme={theme}
          cameraId={shown}
          onCamera={setCamera}
          onEdited={(edited) => draft.set(edited)}
          onChosen={choose}
        />
        <Paper withBorder p="sm">
          <Tabs defaultValue="buttons" keepMounted={false}>
            <Tabs.List mb="sm">
              {(['buttons', 'colours', 'general', 'code'] as const).map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {translate(`design.${tab}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="buttons">
              <ButtonBoard
                theme={theme}
                chosen={chosen}
                onChoose={setChosen}
                onChange={(next) => draft.set(next)}
                announce={setAnnounced}
              />
            </Tabs.Panel>
            <Tabs.Panel value="colours">
              <ColourPanel theme={theme} onChange={draft.set} />
            </Tabs.Panel>
            <Tabs.Panel value="general">
              <GeneralPanel theme={theme} onChange={draft.set} />
            </Tabs.Panel>
            <Tabs.Panel value="code">
              <CodePanel
                origin={location.origin}
                themeId={row.themeId}
                camera={camera ? `${camera.fields?.deviceSerial}/${camera.fields?.channelNo}` : 'SERIAL/1'}
              />
            </Tabs.Panel>
          </Tabs>
        </Paper>
      </div>
      <LiveRegion text={announced} />
    </Stack>
  );
}

/** Undo, redo, the state of the draft, and its publication. */
function Head({ row, draft }: { readonly row: Designed; readonly draft: Draft }) {
  const translate = useDesignerText();
  const queries = useQueryClient();
  const session = useSession();
  const mayPublish = session.can('iot:theme:publish');
  const [isSharing, setSharing] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  /** Version of the row at its last publication here; null: the row's own state counts. */
  const [publishedAt, setPublishedAt] = useState<number | null>(null);
  const { state, theme } = draft;
  const isPublished =
    state === 'saved' &&
    draft.version() === (publishedAt ?? (row.state === 'published' ? row.version : null));

  async function publish(): Promise<void> {
    setPublishing(true);
    try {
      if (!(await draft.save())) return;
      await api.put('/iot/theme/publish', { id: row.themeId, version: draft.version() });
      draft.published();
      setPublishedAt(draft.version());
      notifications.show({
        message: translate('design.published', { name: theme.themeName }),
        role: 'status',
      });
      await queries.invalidateQueries({ queryKey: [...themesKey, 'page'] });
    } catch {
      // The call has shown its failure.
    } finally {
      setPublishing(false);
    }
  }

  const stateText = {
    saved: 'design.saved',
    unsaved: 'design.unsaved',
    saving: 'design.saving',
    failed: 'design.saveFailed',
    conflict: 'design.saveFailed',
  } as const;
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} />}
          disabled={!draft.canUndo}
          onClick={draft.undo}
        >
          {translate('design.undo')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowForwardUp size={16} />}
          disabled={!draft.canRedo}
          onClick={draft.redo}
        >
          {translate('design.redo')}
        </Button>
        <Badge variant="light" tt="none" color={state === 'failed' || state === 'conflict' ? 'red' : 'gray'}>
          <span role="status">{translate(stateText[state])}</span>
        </Badge>
      </Group>
      <Group gap="xs">
        {session.can('iot:theme:share') && (
          <Button
            variant="default"
            leftSection={<IconShare size={16} />}
            disabled={state === 'conflict'}
            onClick={() => setSharing(true)}
          >
            {translate('design.share')}
          </Button>
        )}
        {mayPublish && (
          <Button
            leftSection={<IconUpload size={16} />}
            loading={isPublishing}
            disabled={isPublished || state === 'conflict' || theme.themeName === ''}
            onClick={() => void publish()}
          >
            {translate('design.publish')}
          </Button>
        )}
      </Group>
      <Suspense>
        {isSharing && (
          <DraftLinks themeId={row.themeId} save={draft.save} onClose={() => setSharing(false)} />
        )}
      </Suspense>
    </Group>
  );
}

/** The draft could not be saved. */
function Conflict({ draft }: { readonly draft: Draft }) {
  const translate = useDesignerText();
  // The calls show their own failures.
  const run = (doing: Promise<unknown>) => void doing.catch(() => undefined);
  if (draft.state === 'failed')
    return (
      <Alert color="red" role="alert" title={translate('design.saveFailed')}>
        <Stack align="start" gap="xs">
          <Text size="sm">{draft.failure}</Text>
          <Button size="compact-sm" variant="default" onClick={() => run(draft.save())}>
            {translate('design.retry')}
          </Button>
        </Stack>
      </Alert>
    );
  if (draft.state !== 'conflict') return null;
  return (
    <Alert color="red" role="alert" title={translate('design.conflict')}>
      <Stack align="start" gap="xs">
        <Text size="sm">{translate('design.conflictHelp')}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => run(draft.loadTheirs())}>
            {translate('design.loadTheirs')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => run(draft.keepMine())}>
            {translate('design.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, outside of inputs, which undo their own text. */
function useUndoKeys(isActive: boolean, draft: Draft): void {
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target) || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (key !== 'z' && !isRedo) return;
      if (!(isRedo ? draft.canRedo : draft.canUndo)) return;
      event.preventDefault();
      if (isRedo) draft.redo();
      else draft.undo();
    };
    // Before the undo offers of toasts, which may be of another tab.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [isActive, draft]);
}
