'use client';
/** The name of a camera in the list, beside its last picture. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type Icon, IconLock, IconPhoto, IconPhotoOff, IconVideoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { cameraThumbnail } from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import styles from './camera.module.css';
import { inTurn } from './in-turn.ts';

/** As long as the server keeps a picture. */
const keptMs = 5 * 60_000;

type Camera = RowOf<typeof iotCamera>;
type State = 'waiting' | 'shown' | 'none' | 'offline' | 'encrypted' | 'disabled';

const icons: Readonly<Record<Exclude<State, 'shown'>, Icon>> = {
  waiting: IconPhoto,
  none: IconPhotoOff,
  offline: IconVideoOff,
  encrypted: IconLock,
  disabled: IconVideoOff,
};

export function CameraName({ camera, onWatch }: { readonly camera: Camera; onWatch(): void }) {
  const { can } = useSession();
  if (!can('iot:camera:play')) return camera.name;
  return (
    <span className={styles.name}>
      <Picture camera={camera} onWatch={onWatch} />
      <span className={styles.nameText}>{camera.name}</span>
    </span>
  );
}

/** The box has its size before there is a picture, so that nothing moves. Loaded when it is scrolled into view. */
function Picture({ camera, onWatch }: { readonly camera: Camera; onWatch(): void }) {
  const translate = usePageText();
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  const isOn = camera.status === '0';
  const { data, isError } = useQuery({
    queryKey: ['cameraThumbnail', camera.id],
    queryFn: ({ signal }) =>
      inTurn(() =>
        api.get<DataOf<typeof cameraThumbnail>>(`/iot/camera/${camera.id}/thumbnail`, {
          signal,
          quiet: true,
        }),
      ),
    enabled: isOn && inViewport,
    staleTime: keptMs,
  });
  const isOffline = camera.onlineStatus === '2';
  const nothing: State = isOffline ? 'offline' : 'none';
  const found: State = data?.content ? 'shown' : data ? 'encrypted' : nothing;
  const state: State = !isOn ? 'disabled' : data !== undefined || isError ? found : 'waiting';
  const why = state === 'shown' ? translate('pages.watch') : translate(`pages.picture.${state}`);
  const Shown = state === 'shown' ? null : icons[state];
  return (
    <Tooltip label={why}>
      {/* The button of the row does the same, and is reached by keys. */}
      <UnstyledButton
        ref={ref}
        className={styles.picture}
        data-state={state}
        data-offline={isOffline || undefined}
        aria-hidden
        tabIndex={-1}
        onClick={onWatch}
      >
        {data?.content ? (
          // biome-ignore lint/performance/noImgElement: data of ours, at the size of the box
          <img src={`data:image/jpeg;base64,${data.content}`} alt="" />
        ) : (
          Shown && <Shown size={18} stroke={1.5} />
        )}
      </UnstyledButton>
    </Tooltip>
  );
}
