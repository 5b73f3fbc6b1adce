'use client';
import { useState } from 'react';
import type { Theme as PlayerTheme } from '../../../../host-sdk/types.ts';
import type { cameraPreview } from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { ConsolePlayer } from '../parts/console-player.tsx';
import { PreviewBoard } from './preview-board.tsx';
import { lastDay } from './preview-sizes.ts';
import { useDesignerText } from './use-designer-text.ts';

/** The draft on several devices side by side, live or recorded, in either language. */
export default function Previews({
  theme,
  cameraId,
  onClose,
}: {
  readonly theme: Theme;
  readonly cameraId: string;
  readonly onClose: () => void;
}) {
  const translate = useDesignerText();
  const mayPlayRecordings = useSession().can('iot:recording:play');
  const [selection] = useState(() => lastDay(Date.now()));
  const once = { allowDuplicate: true };
  const fetchAccess = {
    live: () => api.post<DataOf<typeof cameraPreview>>('/iot/camera/preview', { id: cameraId }, once),
    recorded: () => api.post<DataOf<typeof recordingPlay>>('/iot/recording/play', { id: cameraId }, once),
  };
  return (
    <PageDialog fullScreen title={translate('design.previews')} onClose={onClose}>
      <PreviewBoard
        hasRecordings={mayPlayRecordings}
        player={({ size, mode, language, title, ref }) => (
          <ConsolePlayer
            ref={ref}
            accessKey={['preview', 'design', mode, cameraId]}
            fetchAccess={fetchAccess[mode]}
            addressOf={(path) => (mode === 'live' ? path : `${path}.cloud.rec?${selection}`)}
            failedText={translate('design.failed')}
            template="theme"
            themeData={theme as PlayerTheme}
            isMobile={size.isMobile}
            language={language}
            title={title}
          />
        )}
      />
    </PageDialog>
  );
}
