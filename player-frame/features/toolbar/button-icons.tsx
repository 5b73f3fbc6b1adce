import type { ReactNode } from 'react';
import type { IconId } from '../../../lib/contracts/theme/icon-id.ts';
import {
  BroadcastIcon,
  CaptureIcon,
  CloudIcon,
  CloudRecordIcon,
  ExitFullscreenIcon,
  ExitWebFullscreenIcon,
  FullscreenIcon,
  MutedIcon,
  PanTiltIcon,
  PauseIcon,
  PlayIcon,
  RecordIcon,
  StopIcon,
  StorageCardIcon,
  TalkIcon,
  VolumeIcon,
  WebFullscreenIcon,
  ZoomIcon,
} from '../../react/icons.tsx';
import { usePlayer, useText } from '../../react/use-player.ts';
import { qualityOf } from '../../state/address-parts.ts';
import {
  selectCanPause,
  selectIsActive,
  selectIsAudible,
  selectIsPaused,
  selectVolume,
} from '../../state/selectors.ts';
import { rateText } from './button-registry.ts';

/** Above this volume in percent the icon shows two waves. */
const loudPercent = 50;

/** What the button will do: live video is stopped, a recording is paused. */
function PlayMark() {
  const canPause = usePlayer(selectCanPause);
  const isPaused = usePlayer(selectIsPaused);
  if (!usePlayer(selectIsActive) || isPaused) return <PlayIcon />;
  return canPause ? <PauseIcon /> : <StopIcon />;
}

function VolumeMark() {
  const isLoud = usePlayer(selectVolume) > loudPercent;
  return usePlayer(selectIsAudible) ? <VolumeIcon isLoud={isLoud} /> : <MutedIcon />;
}

/** Shows the current quality as text instead of an icon. */
function QualityMark() {
  const quality = usePlayer((state) => qualityOf(state.address)) ?? 'sd';
  const text = useText();
  return <span className="oriel-mark">{text(`toolbar.${quality}.short`)}</span>;
}

/** The current speed instead of an icon. */
function SpeedMark() {
  const rate = usePlayer(({ recorded }) => rateText(recorded.rate));
  return (
    <span className="oriel-mark" data-long={rate.length > 3}>
      {rate}
    </span>
  );
}

const icons: Readonly<Record<IconId, (isActive: boolean) => ReactNode>> = {
  play: () => <PlayMark />,
  sound: () => <VolumeMark />,
  hd: () => <QualityMark />,
  expend: (isActive) => (isActive ? <ExitFullscreenIcon /> : <FullscreenIcon />),
  webExpend: (isActive) => (isActive ? <ExitWebFullscreenIcon /> : <WebFullscreenIcon />),
  capturePicture: () => <CaptureIcon />,
  pantile: () => <PanTiltIcon />,
  recordvideo: () => <RecordIcon />,
  talk: (isActive) => <TalkIcon isOn={isActive} />,
  broadcast: () => <BroadcastIcon />,
  zoom: () => <ZoomIcon />,
  speed: () => <SpeedMark />,
  cloudRec: () => <CloudIcon />,
  cloudRecord: () => <CloudRecordIcon />,
  rec: () => <StorageCardIcon />,
  deviceName: () => null,
  deviceID: () => null,
};

export function ButtonIcon({ id, isActive }: { readonly id: IconId; readonly isActive: boolean }) {
  return icons[id](isActive);
}
