/**
 * What people typed and did not save, in this tab of the browser: each draft is of one person, and lasts until they
 * sign out. A session that ended by itself leaves them, for the same person to go on.
 */
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'oriel.draft.';

export class DraftStorage {
  private isClosed = false;

  /** Asked when it is needed: a server has no such storage. */
  constructor(private readonly ofTab: () => Kept) {}

  /** Somebody signed in: what others left is gone. */
  open(userId: number): void {
    this.isClosed = false;
    this.drop((key) => !key.startsWith(`${prefix}${userId}.`));
  }

  /** Signed out on purpose: nothing stays, and forms that are still on the page bring nothing back. */
  close(): void {
    this.isClosed = true;
    this.drop(() => true);
  }

  read(userId: number, name: string): string | null {
    try {
      return this.ofTab().getItem(`${prefix}${userId}.${name}`);
    } catch {
      return null; // There is no storage.
    }
  }

  /** Null: there is none any more. */
  write(userId: number, name: string, text: string | null): void {
    if (this.isClosed) return;
    try {
      if (text === null) this.ofTab().removeItem(`${prefix}${userId}.${name}`);
      else this.ofTab().setItem(`${prefix}${userId}.${name}`, text);
    } catch {
      /* storage is full or forbidden: the form itself still has it */
    }
  }

  private drop(isGone: (key: string) => boolean): void {
    try {
      const storage = this.ofTab();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (key.startsWith(prefix) && isGone(key)) storage.removeItem(key);
    } catch {
      /* storage is forbidden: nothing was kept */
    }
  }
}

export const draftStorage = new DraftStorage(() => sessionStorage);
