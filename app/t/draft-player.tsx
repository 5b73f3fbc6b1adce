'use client';
import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { Theme as PlayerTheme } from '../../host-sdk/types.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { Preview } from '../_console/pages/theme/preview-board.tsx';
import { lastDay } from '../_console/pages/theme/preview-sizes.ts';
import styles from './draft.module.css';
import type { OpenedDraft } from './draft-view.tsx';

/** The real player on the demo camera; without one, its buttons without video. */
export function DraftPlayer({
  preview: { size, mode, language, title, ref },
  theme,
  access,
}: {
  readonly preview: Preview;
  readonly theme: Theme;
  readonly access: OpenedDraft['player'];
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const [selection] = useState(() => lastDay(Date.now()));
  /** Renewed by the page, which reads the draft again before the token ends. */
  const latest = useRef(access);
  latest.current = access;
  const { appKey, camera } = access;
  const query = mode === 'live' ? '.live' : `.cloud.rec?${selection}`;
  return (
    <>
      <div className={styles.video}>
        <OrielPlayer
          ref={ref}
          className={styles.player}
          server={location.origin}
          app={appKey}
          url={camera ? `ezopen://oriel/${camera.path}${query}` : undefined}
          template="theme"
          // The SDK's type is that of pages, whose lists may change.
          themeData={theme as PlayerTheme}
          isMobile={size.isMobile}
          language={language}
          title={title}
          disabledPTZ
          getToken={() => latest.current.camera?.accessToken ?? ''}
          onError={({ message }) => setFailure(message)}
          onSuccess={() => setFailure(null)}
        />
      </div>
      <div aria-live="polite">
        {failure && camera && (
          <Text size="sm" c="red">
            {failure}
          </Text>
        )}
      </div>
    </>
  );
}
