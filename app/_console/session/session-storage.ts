/** What the browser remembers of a sign-in: never a password, and a marker in place of the token. */
export const storageKeys = {
  marker: 'access_token',
  username: 'login_username',
  rememberMe: 'login_rememberme',
  /** Written by earlier consoles of this family; only ever deleted. */
  password: 'login_password',
} as const;

const marker = 'session';

export class SessionStorage {
  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
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

  get rememberedName(): string | null {
    return this.storage.getItem(storageKeys.rememberMe) === 'true'
      ? this.storage.getItem(storageKeys.username)
      : null;
  }

  /** Null forgets. */
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
