import type { ReactNode } from 'react';

/** Line icons on a grid of 24, drawn in the colour of the text around them. */
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

const speaker = <path d="M4 9.800v4.400h3.200l4.3 3.600V6.200L7.2 9.800H4Z" />;

export const SoundIcon = ({ isLoud }: { readonly isLoud: boolean }) => (
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
