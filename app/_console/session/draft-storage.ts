/**
 * Unsaved form input in this browser tab. Drafts belong to one user and are deleted on sign-out. They are kept when
 * the session expires, so that the user can continue.
 */
type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'oriel.draft.';

export class DraftStorage {
  private isClosed = false;

  /** Evaluated lazily: there is no storage on the server. */
  constructor(private readonly ofTab: () => StorageArea) {}

  /** A user has signed in: deletes drafts of others. */
  open(userId: number): void {
    this.isClosed = false;
    this.drop((key) => !key.startsWith(`${prefix}${userId}.`));
  }

  /** The user has signed out: deletes all drafts, and ignores further writes of mounted forms. */
  close(): void {
    this.isClosed = true;
    this.drop(() => true);
  }

  read(userId: number, name: string): string | null {
    try {
      return this.ofTab().getItem(`${prefix}${userId}.${name}`);
    } catch {
      return null; // no storage
    }
  }

  /** Null deletes the draft. */
  write(userId: number, name: string, text: string | null): void {
    if (this.isClosed) return;
    try {
      if (text === null) this.ofTab().removeItem(`${prefix}${userId}.${name}`);
      else this.ofTab().setItem(`${prefix}${userId}.${name}`, text);
    } catch {
      /* storage is full or forbidden: the form still has the values */
    }
  }

  private drop(isGone: (key: string) => boolean): void {
    try {
      const storage = this.ofTab();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (key.startsWith(prefix) && isGone(key)) storage.removeItem(key);
    } catch {
      /* storage is forbidden: nothing was stored */
    }
  }
}

export const draftStorage = new DraftStorage(() => sessionStorage);
