'use client';
import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import type { Player, TalkCamera } from '../../../../host-sdk/types.ts';
import type { broadcastPlay } from '../../../../lib/contracts/admin/calls/wall.calls.ts';
import { maxBroadcastCameras } from '../../../../lib/contracts/admin/wall-layout.ts';
import { broadcastTexts } from '../../../../lib/i18n/console/broadcast.ts';
import { api } from '../../api/request.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { CameraOutcomes } from './camera-outcomes.tsx';
import styles from './console-player.module.css';

type Access = z.output<NonNullable<typeof broadcastPlay.data>>;

const tones = { waiting: 'waiting', receiving: 'good', failed: 'failed' } as const;
const known = (state: string): keyof typeof tones =>
  state === 'receiving' || state === 'failed' ? state : 'waiting';

const open = (ids: readonly string[]) =>
  api.post<Access>('/iot/camera/broadcast', { ids }, { allowDuplicate: true });

/** Speaks to several cameras at once, and lists those that receive it. `ids`: those that are chosen at first. */
export default function BroadcastDialog({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}) {
  const translate = useTranslations(broadcastTexts);
  const [chosen, setChosen] = useState<readonly string[]>(ids.slice(0, maxBroadcastCameras));
  const [access, setAccess] = useState<Access | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function connect(): Promise<void> {
    setOpening(true);
    setFailure(null);
    // The call shows its own failures.
    await open(chosen).then(setAccess, () => undefined);
    setOpening(false);
  }

  return (
    <PageDialog onClose={onClose} size="lg" title={translate('broadcast.title')} closeOnClickOutside={false}>
      <Stack>
        <RelationSelect
          resource="iot.camera"
          label={translate('broadcast.cameras')}
          isMultiple
          max={maxBroadcastCameras}
          value={chosen}
          disabled={access !== null}
          onChange={setChosen}
        />
        {failure && <Alert color="red">{failure}</Alert>}
        {access ? (
          <Broadcast
            access={access}
            ids={chosen}
            onEnd={(message) => {
              setAccess(null);
              setFailure(message);
            }}
          />
        ) : (
          <DialogButtons>
            <Button loading={isOpening} disabled={chosen.length === 0} onClick={() => void connect()}>
              {translate('broadcast.connect')}
            </Button>
          </DialogButtons>
        )}
      </Stack>
    </PageDialog>
  );
}

/** A running broadcast, over a player of its first camera. */
function Broadcast({
  access,
  ids,
  onEnd,
}: {
  readonly access: Access;
  readonly ids: readonly string[];
  /** `message`: why it ended; null: the user ended it. */
  readonly onEnd: (message: string | null) => void;
}) {
  const translate = useTranslations(broadcastTexts);
  const locale = useLocale();
  const [player, setPlayer] = useState<Player | null>(null);
  const [isShown, setShown] = useState(false);
  const [cameras, setCameras] = useState<readonly TalkCamera[] | null>(null);
  const [first, ...others] = access.cameras;

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the player shows its camera
  useEffect(() => {
    if (!player || !isShown) return;
    const stops = [
      player.on('startTalk', ({ cameras }) => setCameras(cameras)),
      player.on('stopTalk', ({ message }) => onEnd(message ?? translate('broadcast.ended'))),
    ];
    const addresses = others.map(({ path }) => `ezopen://oriel/${path}.live`);
    player.startTalk({ cameras: addresses, isMuted: true }).catch(({ code, message }) => {
      if (code !== 'destroyed') onEnd(message);
    });
    return () => {
      for (const stop of stops) stop();
      // A player that replaces this one, such as after the tab was hidden, begins anew.
      setShown(false);
      setCameras(null);
    };
  }, [player, isShown]);

  if (!first) return null;
  const stateOf = (path: string) =>
    cameras?.find(({ deviceSerial, channelNo }) => `${deviceSerial}/${channelNo}` === path);
  return (
    <Stack>
      <div className={styles.video}>
        <OrielPlayer
          ref={setPlayer}
          className={styles.player}
          server={location.origin}
          app={access.appKey}
          url={`ezopen://oriel/${first.path}.live`}
          template="simple"
          microphone
          language={locale}
          title={translate('broadcast.picture', { name: first.name })}
          getToken={async (reason) => (reason === 'start' ? access : await open(ids)).accessToken}
          onSuccess={() => setShown(true)}
          onError={({ message }) => !isShown && onEnd(message)}
        />
      </div>
      <CameraOutcomes
        label={translate('broadcast.cameras')}
        outcomes={access.cameras.map(({ id, name, path }) => {
          const camera = stateOf(path);
          const state = known(camera?.state ?? 'waiting');
          const failure = state === 'failed' ? camera?.message : undefined;
          return { id, name, tone: tones[state], text: translate(`broadcast.${state}`), failure };
        })}
      />
      <SpeakButton player={cameras ? player : null} />
      <DialogButtons>
        <Button variant="default" onClick={() => onEnd(null)}>
          {translate('broadcast.end')}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

/** Null: no camera receives it yet. */
function SpeakButton({ player }: { readonly player: Player | null }) {
  const translate = useTranslations(broadcastTexts);
  const [isHeld, setHeld] = useState(true);
  /** The player that is spoken to: the talk of another one begins muted. */
  const [spoken, setSpoken] = useState<Player | null>(null);
  const isSpeaking = player !== null && spoken === player;

  function speak(next: boolean): void {
    if (!player || next === isSpeaking) return;
    setSpoken(next ? player : null);
    player.setTalk({ isMuted: !next }).catch(() => setSpoken(null));
  }

  const holding = {
    onPointerDown: () => speak(true),
    onPointerUp: () => speak(false),
    onPointerLeave: () => speak(false),
    onPointerCancel: () => speak(false),
    onBlur: () => speak(false),
    onKeyDown: ({ key }: { readonly key: string }) => (key === ' ' || key === 'Enter') && speak(true),
    onKeyUp: () => speak(false),
  };
  const label = isHeld ? 'broadcast.hold' : isSpeaking ? 'broadcast.silent' : 'broadcast.speak';
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={translate('broadcast.how')}
        data={[
          { value: 'hold', label: translate('broadcast.hold') },
          { value: 'toggle', label: translate('broadcast.toggle') },
        ]}
        value={isHeld ? 'hold' : 'toggle'}
        onChange={(how) => {
          speak(false);
          setHeld(how === 'hold');
        }}
      />
      <Button
        size="lg"
        color={isSpeaking ? 'red' : 'blue'}
        disabled={!player}
        style={{ touchAction: 'none' }}
        {...(isHeld ? holding : { onClick: () => speak(!isSpeaking) })}
      >
        {translate(label)}
      </Button>
      <Text size="sm" aria-live="polite">
        {player && translate(isSpeaking ? 'broadcast.on' : 'broadcast.off')}
      </Text>
    </Stack>
  );
}
