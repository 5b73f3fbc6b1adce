import { Avatar } from '@mantine/core';
import { bootData } from '../api/boot-data.tsx';

/** Avatar of a user, or initials. */
export function UserAvatar({
  user,
  size,
}: {
  readonly user: { readonly nickName: string; readonly avatar: string };
  readonly size: number;
}) {
  return (
    <Avatar src={imageAddress(user.avatar)} size={size} radius="50%" color="accent" alt="" aria-hidden="true">
      {[...user.nickName].slice(0, 1).join('').toUpperCase()}
    </Avatar>
  );
}

/** Another backend has its own image paths. */
function imageAddress(avatar: string): string | null {
  if (avatar === '') return null;
  const { apiBase } = bootData();
  return avatar.startsWith('/') && !apiBase.startsWith('/') ? new URL(avatar, apiBase).href : avatar;
}
