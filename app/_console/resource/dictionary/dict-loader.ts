/** Batches dictionary requests of the same tick into one call. */
import type { FieldOption } from '../../../../lib/contracts/admin/field.ts';
import type { Api } from '../../api/create-api.ts';

export interface DictEntry {
  readonly dictLabel: string;
  readonly dictValue: string;
  readonly listClass?: string | null;
  readonly i18n?: { readonly en?: string | null } | null;
}

const tones = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const;

export function optionOf(entry: DictEntry): FieldOption {
  const tone = tones.find((one) => one === entry.listClass);
  return {
    value: entry.dictValue,
    label: { 'zh-CN': entry.dictLabel, 'en-US': entry.i18n?.en || entry.dictLabel },
    ...(tone ? { tone } : {}),
  };
}

interface Waiting {
  resolve(options: readonly FieldOption[]): void;
  reject(error: unknown): void;
}

export class DictLoader {
  private waiting = new Map<string, Waiting[]>();

  constructor(private readonly api: Pick<Api, 'get'>) {}

  load(type: string): Promise<readonly FieldOption[]> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) queueMicrotask(() => void this.send());
      this.waiting.set(type, [...(this.waiting.get(type) ?? []), { resolve, reject }]);
    });
  }

  private async send(): Promise<void> {
    const batch = this.waiting;
    this.waiting = new Map();
    try {
      const answer = await this.api.get<Readonly<Record<string, readonly DictEntry[]>>>(
        '/system/dict/data/types',
        { query: { types: [...batch.keys()].join(',') } },
      );
      for (const [type, waiting] of batch)
        for (const { resolve } of waiting) resolve((answer[type] ?? []).map(optionOf));
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error);
    }
  }
}
