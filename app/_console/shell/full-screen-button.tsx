'use client';
import { notifications } from '@mantine/notifications';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useText } from '../text/use-text.ts';
import { HeaderButton } from './header-button.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isFullScreenNow = () => document.fullscreenElement != null;

export function useFullScreen() {
  const translate = useText();
  const isOn = useSyncExternalStore(subscribe, isFullScreenNow, () => false);
  const toggle = async () => {
    try {
      if (!document.fullscreenEnabled) throw new Error('not here');
      await (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      notifications.show({ color: 'yellow', message: translate('shell.noFullScreen') });
    }
  };
  return { isOn, toggle };
}

export function FullScreenButton() {
  const translate = useText();
  const { isOn, toggle } = useFullScreen();
  return (
    <HeaderButton
      label={translate(isOn ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
      icon={isOn ? IconMinimize : IconMaximize}
      onClick={() => void toggle()}
    />
  );
}
