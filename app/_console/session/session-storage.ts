/** Sign-in data in browser storage: never a password, and a marker instead of the token. */
export const storageKeys = {
  marker: 'access_token',
  username: 'login_username',
  rememberMe: 'login_rememberme',
  /** Written by earlier consoles of this family; only deleted here. */
  password: 'login_password',
  /** Reason for the end of the last session in this tab, shown once on the sign-in page. */
  signOutReason: 'login_last_word',
} as const;

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const marker = 'session';

export class SessionStorage {
  /** `storage` is shared by all tabs, `ofTab` belongs to one tab. */
  constructor(
    private readonly storage: StorageArea,
    private readonly ofTab: StorageArea,
  ) {
    storage.removeItem(storageKeys.password);
  }

  get isMarked(): boolean {
    return this.storage.getItem(storageKeys.marker) !== null;
  }

  mark(): void {
    this.storage.setItem(storageKeys.marker, marker);
  }

  unmark(): void {
    this.storage.removeItem(storageKeys.marker);
  }

  storeSignOutReason(text: string): void {
    this.ofTab.setItem(storageKeys.signOutReason, text);
  }

  takeSignOutReason(): string | null {
    const text = this.ofTab.getItem(storageKeys.signOutReason);
    this.ofTab.removeItem(storageKeys.signOutReason);
    return text;
  }

  get rememberedName(): string | null {
    return this.storage.getItem(storageKeys.rememberMe) === 'true'
      ? this.storage.getItem(storageKeys.username)
      : null;
  }

  /** Null deletes it. */
  rememberName(name: string | null): void {
    if (name === null) {
      this.storage.removeItem(storageKeys.username);
      this.storage.removeItem(storageKeys.rememberMe);
    } else {
      this.storage.setItem(storageKeys.username, name);
      this.storage.setItem(storageKeys.rememberMe, 'true');
    }
  }
}
