import { type CSSProperties, useState } from 'react';
import { servedAddress } from '../api/served-address.ts';
import styles from './user-avatar.module.css';

/** Avatar of a user, or initials. `size`: px. Plain elements, because the header of every page loads this code. */
export function UserAvatar({
  user,
  size,
}: {
  readonly user: { readonly nickName: string; readonly avatar: string };
  readonly size: number;
}) {
  const address = user.avatar === '' ? null : servedAddress(user.avatar);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={styles.avatar}
      style={{ '--avatar-size': `${size / 16}rem` } as CSSProperties}
      aria-hidden="true"
    >
      {address !== null && address !== broken ? (
        // biome-ignore lint/performance/noImgElement: an address of ours, at the size of the header
        <img src={address} alt="" onError={() => setBroken(address)} />
      ) : (
        [...user.nickName].slice(0, 1).join('').toUpperCase()
      )}
    </span>
  );
}
