'use client';
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconChevronDown,
  IconLogout,
  IconMail,
  IconMaximize,
  IconMessageReport,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { UserAvatar } from '../session/user-avatar.tsx';
import { useText } from '../text/use-text.ts';
import { confirmAction } from '../ui/dialogs/confirm-action.ts';
import { useFullScreen } from './full-screen-button.tsx';
import type { SignedIn } from './guard.tsx';
import styles from './header.module.css';
import { LanguageItems } from './language-menu.tsx';
import { useHost } from './shell-context.ts';

/** User name, personal settings and sign-out. In narrow windows also the items that do not fit in the header. */
export function UserMenu({ session, isNarrow }: { readonly session: SignedIn; readonly isNarrow: boolean }) {
  const host = useHost();
  const translate = useText();
  const fullScreen = useFullScreen();
  const { nickName, userName, avatar, deptName } = session.user;
  const name = nickName || userName;
  const logout = async () => {
    const question = {
      title: translate('shell.tip'),
      message: translate('shell.askLogout'),
      isDestructive: false,
    };
    if (await confirmAction(question)) await session.logout();
  };
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          <VisuallyHidden>{translate('shell.user', { name })}</VisuallyHidden>
          <span className={styles.who} aria-hidden="true">
            <UserAvatar user={{ nickName: name, avatar }} size={30} />
            {!isNarrow && (
              <>
                <span className={styles.nickname}>{name}</span>
                <IconChevronDown size={14} />
              </>
            )}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{deptName ? `${name} · ${deptName}` : name}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} />}
          onClick={() => void host.open('/account/center')}
        >
          {translate('shell.accountCenter')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMail size={16} />} onClick={() => void host.open('/account/inbox')}>
          {translate('shell.inbox')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMessageReport size={16} />}
          onClick={() => void host.open('/account/feedback')}
        >
          {translate('shell.feedback')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} />}
          onClick={() => void host.open('/account/settings')}
        >
          {translate('shell.accountSettings')}
        </Menu.Item>
        {isNarrow && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconMaximize size={16} />} onClick={() => void fullScreen.toggle()}>
              {translate(fullScreen.isOn ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
            </Menu.Item>
            <LanguageItems />
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logout()}>
          {translate('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
