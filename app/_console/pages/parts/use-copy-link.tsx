'use client';
import { type ReactNode, useCallback, useEffect } from 'react';
import type { Player } from '../../../../host-sdk/types.ts';
import { watchPath } from '../../../../lib/contracts/admin/watch-link.ts';
import { linkTexts } from '../../../../lib/i18n/console/links.ts';
import type { EpochMs } from '../../../../lib/kernel/units.ts';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { useCopyText } from './use-copy-text.tsx';

interface LinkedCamera {
  readonly serial: string;
  readonly channelNo: number;
}

/** Copies links to the page of a camera, live or at a recorded time. Render `dialog`. */
export function useCopyLink(): {
  readonly copyLink: (camera: LinkedCamera, at?: EpochMs) => void;
  readonly dialog: ReactNode;
} {
  const translate = useTranslations(linkTexts);
  const { user } = useSession();
  const { copy, dialog } = useCopyText();
  const timeZone = user?.timeZone ?? 'Asia/Shanghai';
  const copyLink = useCallback(
    (camera: LinkedCamera, at?: EpochMs) => {
      const moment = at === undefined ? null : { at, zone: zoneOf(timeZone) };
      void copy(location.origin + watchPath(camera, moment), translate('link.copied'));
    },
    [copy, timeZone, translate],
  );
  return { copyLink, dialog };
}

/** Serial number and channel of the address that a player shows. */
const cameraPattern = /^ezopen:\/\/[^/]+\/([A-Za-z0-9_-]{1,64})\/(\d{1,3})\./;

/** Copies a link to what this player shows when its viewer asks for one: it needs the option `linkButton`. */
export function usePlayerLink(player: Player | null): ReactNode {
  const { copyLink, dialog } = useCopyLink();
  useEffect(
    () =>
      player?.on('copyLink', ({ at }) => {
        const [, serial, channel] = cameraPattern.exec(player.state?.address ?? '') ?? [];
        if (serial) copyLink({ serial, channelNo: Number(channel) }, at);
      }),
    [player, copyLink],
  );
  return dialog;
}
