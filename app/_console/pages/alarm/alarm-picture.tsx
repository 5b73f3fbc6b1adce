'use client';
import { Center, Image, Skeleton, Tooltip } from '@mantine/core';
import { IconLock, IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { alarmPicture } from '../../../../lib/contracts/admin/calls/alarm.calls.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import styles from './alarm.module.css';
import { pictureOf } from './picture-of.ts';

type Picture = z.output<NonNullable<(typeof alarmPicture)['data']>>;
type Shown = { readonly src: string } | 'none' | 'encrypted' | 'undecodable';

const reasons = {
  encrypted: 'pages.alarm.encryptedPicture',
  undecodable: 'pages.alarm.undecodablePicture',
  failed: 'pages.alarm.missingPicture',
} as const;

async function load(id: string, signal: AbortSignal): Promise<Shown> {
  const picture = await api.get<Picture>(`/iot/alarm/${id}/picture`, { signal, quiet: true });
  if (!picture) return 'none';
  if (picture.isEncrypted) return 'encrypted';
  return pictureOf(picture.content).then(
    (src) => ({ src }),
    () => 'undecodable' as const,
  );
}

/** What the camera showed when the alarm began. `size`: of a row, or of the detail. */
export function AlarmPicture({
  alarm: { id, hasImage, cameraName },
  size,
}: {
  readonly alarm: {
    readonly id?: string | null;
    readonly hasImage?: boolean | null;
    readonly cameraName?: string | null;
  };
  readonly size: 'row' | 'detail';
}) {
  const translate = usePageText();
  const { can } = useSession();
  const isShown = hasImage === true && can('iot:alarm:query');
  const { data: loaded, isError } = useQuery({
    queryKey: ['alarmPicture', id],
    queryFn: ({ signal }) => load(String(id), signal),
    enabled: isShown,
    // A stored picture never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isShown) return null;
  const data = loaded ?? (isError ? 'failed' : undefined);
  if (!data) return <Skeleton className={styles[size] ?? ''} />;
  if (typeof data === 'object') {
    const alt = translate('pages.alarm.pictureOf', { name: cameraName ?? '' });
    return <Image className={styles[size] ?? ''} src={data.src} alt={alt} />;
  }
  if (data === 'none') return null;
  const why = translate(reasons[data]);
  const Icon = data === 'encrypted' ? IconLock : IconPhotoOff;
  return (
    <Tooltip label={why}>
      <Center className={styles[size] ?? ''} role="img" aria-label={why}>
        <Icon size={18} aria-hidden="true" />
      </Center>
    </Tooltip>
  );
}
