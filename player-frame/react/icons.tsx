import type { ReactNode } from 'react';

/** Line icons on a 24 px grid, in the text colour. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="oriel-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const PlayIcon = () => (
  <Icon>
    <path
      className="oriel-icon-solid"
      d="M8 5.6v12.8c0 .8.9 1.3 1.6.8l9.6-6.4a1 1 0 0 0 0-1.6L9.6 4.8C8.9 4.3 8 4.8 8 5.600Z"
    />
  </Icon>
);

export const StopIcon = () => (
  <Icon>
    <rect className="oriel-icon-solid" x="6.5" y="6.5" width="11" height="11" rx="2" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <rect className="oriel-icon-solid" x="6.500" y="5.500" width="3.8" height="13" rx="1.2" />
    <rect className="oriel-icon-solid" x="13.700" y="5.500" width="3.8" height="13" rx="1.2" />
  </Icon>
);

const speaker = <path d="M4 9.800v4.400h3.200l4.3 3.600V6.200L7.2 9.800H4Z" />;

export const LinkIcon = () => (
  <Icon>
    <path d="M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1m2 3.700a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1" />
  </Icon>
);

export const PictureIcon = () => (
  <Icon>
    <path d="M20.5 11V6.500a1 1 0 0 0-1-1h-15a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H10" />
    <rect className="oriel-icon-solid" x="12.500" y="13" width="8" height="6" rx="1" />
  </Icon>
);

export const VolumeIcon = ({ isLoud }: { readonly isLoud: boolean }) => (
  <Icon>
    {speaker}
    <path d="M14.8 9.200a4 4 0 0 1 0 5.6" />
    {isLoud && <path d="M17.4 6.600a7.6 7.6 0 0 1 0 10.8" />}
  </Icon>
);

export const MutedIcon = () => (
  <Icon>
    {speaker}
    <path d="m15.5 9.5 5 5m0-5-5 5" />
  </Icon>
);

export const FullscreenIcon = () => (
  <Icon>
    <path d="M4.5 9V5.500a1 1 0 0 1 1-1H9m6 0h3.500a1 1 0 0 1 1 1V9m0 6v3.500a1 1 0 0 1-1 1H15m-6 0H5.500a1 1 0 0 1-1-1V15" />
  </Icon>
);

export const ExitFullscreenIcon = () => (
  <Icon>
    <path d="M9 4.500V8a1 1 0 0 1-1 1H4.500m15 0H16a1 1 0 0 1-1-1V4.500m0 15V16a1 1 0 0 1 1-1h3.500m-15 0H8a1 1 0 0 1 1 1v3.5" />
  </Icon>
);

export const AlertIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.800v5m0 3.200v.1" />
  </Icon>
);

export const RetryIcon = () => (
  <Icon>
    <path d="M19 12a7 7 0 1 1-2.1-5M19 4.500V8.500h-4" />
  </Icon>
);

export const CameraIcon = () => (
  <Icon>
    <path d="M3.5 8.500a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7Zm11 2.5 4.7-2.700a.8.8 0 0 1 1.3.7v6a.8.8 0 0 1-1.3.7L14.5 13" />
  </Icon>
);

export const CaptureIcon = () => (
  <Icon>
    <path d="M4 8.600a1.5 1.5 0 0 1 1.5-1.500h2.200l1.200-1.900a1 1 0 0 1 .85-.5h4.500a1 1 0 0 1 .85.5l1.200 1.900h2.200a1.5 1.5 0 0 1 1.5 1.500v8.300a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 16.900Z" />
    <circle cx="12" cy="12.600" r="3.400" />
  </Icon>
);

export const PanTiltIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="2.300" />
    <path d="M9.500 6 12 3.500 14.500 6m-5 12 2.500 2.500 2.500-2.500M6 9.500 3.500 12 6 14.500m12-5 2.500 2.500-2.500 2.500" />
  </Icon>
);

export const RecordIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.250" />
    <circle className="oriel-icon-solid" cx="12" cy="12" r="3" />
  </Icon>
);

/** The microphone is filled while it is open. */
export const TalkIcon = ({ isOn = false }: { readonly isOn?: boolean }) => (
  <Icon>
    <rect
      className={isOn ? 'oriel-icon-solid' : undefined}
      x="9.250"
      y="3.500"
      width="5.500"
      height="10"
      rx="2.750"
    />
    <path d="M5.800 11a6.200 6.200 0 0 0 12.400 0M12 17.200v3.300m-3 0h6" />
  </Icon>
);

export const BroadcastIcon = () => (
  <Icon>
    <path d="M4.500 10v4H7l8.500 4.500v-13L7 10H4.500Zm14-.8a4 4 0 0 1 0 5.600" />
  </Icon>
);

export const ZoomIcon = () => (
  <Icon>
    <circle cx="10.500" cy="10.500" r="6.250" />
    <path d="m15.200 15.200 4.800 4.800M10.500 8v5M8 10.500h5" />
  </Icon>
);

export const WebFullscreenIcon = () => (
  <Icon>
    <rect x="3.500" y="5" width="17" height="14" rx="2" />
    <path d="M7.500 11.500V9H10m6.500 3.500V15H14" />
  </Icon>
);

export const ExitWebFullscreenIcon = () => (
  <Icon>
    <rect x="3.500" y="5" width="17" height="14" rx="2" />
    <path d="M7.500 11H10V8.500m6.500 4.500H14v2.500" />
  </Icon>
);

const cloud = (
  <path d="M7.500 18.500a4.200 4.200 0 0 1-.4-8.400 5.500 5.500 0 0 1 10.600 1.100 3.700 3.700 0 0 1-.4 7.300Z" />
);

export const CloudIcon = () => <Icon>{cloud}</Icon>;

export const CloudRecordIcon = () => (
  <Icon>
    {cloud}
    <circle className="oriel-icon-solid" cx="12" cy="13.800" r="1.600" />
  </Icon>
);

export const StorageCardIcon = () => (
  <Icon>
    <path d="M6.500 4h7l4 4v11a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM9 7.500v3m3-3v3" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <circle className="oriel-icon-solid" cx="5.500" cy="12" r=".9" />
    <circle className="oriel-icon-solid" cx="12" cy="12" r=".9" />
    <circle className="oriel-icon-solid" cx="18.500" cy="12" r=".9" />
  </Icon>
);

export const CalendarIcon = () => (
  <Icon>
    <path d="M5.500 6.500h13a.8.8 0 0 1 .8.8v11.200a.8.8 0 0 1-.8.8h-13a.8.8 0 0 1-.8-.8V7.300a.8.8 0 0 1 .8-.8ZM4.700 10.500h14.600M8.500 4.500v3.300m7-3.300v3.300" />
  </Icon>
);

export const RangeIcon = () => (
  <Icon>
    <path d="M6 6v12M18 6v12M9.500 12h5M9.500 12l1.800-1.800M9.500 12l1.800 1.800M14.500 12l-1.800-1.800M14.500 12l-1.800 1.800" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 6v12M6 12h12" />
  </Icon>
);

export const MinusIcon = () => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.500 4.500 4.500L19 7.500" />
  </Icon>
);

export const LeftIcon = () => (
  <Icon>
    <path d="M14.500 6 8.500 12l6 6" />
  </Icon>
);

export const RightIcon = () => (
  <Icon>
    <path d="m9.500 6 6 6-6 6" />
  </Icon>
);

export const RemoveIcon = () => (
  <Icon>
    <path d="M5 7h14m-9 0V4.800h4V7M6.500 7l.8 12a1 1 0 0 0 1 .9h7.400a1 1 0 0 0 1-.9l.8-12" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m6.500 6.500 11 11m0-11-11 11" />
  </Icon>
);
