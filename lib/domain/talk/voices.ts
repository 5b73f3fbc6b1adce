/** Saved voice messages, stored in the database: one backup contains them, and all processes see them. */
import type { Db } from '../../db/client.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Pcm, VoiceAudio } from '../../media/talk-ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { defaultVoices } from './default-voices.ts';

export interface VoiceEntry {
  readonly id: string;
  readonly name: string;
  readonly durationMs: Ms;
}

export interface Voices {
  /** Newest first. */
  list(
    scope: TenantScope,
    page: { readonly from: number; readonly size: number },
  ): Promise<{ readonly total: number; readonly entries: readonly VoiceEntry[] }>;
  /** Those of the product. */
  defaults(locale: Locale): readonly VoiceEntry[];
  /** A saved one or one of the product. Null: there is none. */
  audio(scope: TenantScope, id: string): Promise<Pcm | null>;
  /** As a WAV file. */
  file(scope: TenantScope, id: string): Promise<Uint8Array | null>;
}

/** Distinguishes the ids of the product's messages from those of stored ones. */
const defaultPrefix = 'default-';

export function voices({ db, audio }: { readonly db: Db; readonly audio: VoiceAudio }): Voices {
  const defaultOf = (id: string) => defaultVoices.find((voice) => `${defaultPrefix}${voice.id}` === id);

  async function stored({ tenantId }: TenantScope, id: string): Promise<Uint8Array | null> {
    const row = await db
      .selectFrom('voiceContent')
      .select('content')
      .where('tenantId', '=', tenantId)
      .where('voiceId', '=', id)
      .executeTakeFirst();
    return row ? Buffer.from(row.content, 'base64') : null;
  }

  return {
    async list({ tenantId }, { from, size }) {
      const rows = db.selectFrom('voice').where('tenantId', '=', tenantId);
      const [counted, entries] = await Promise.all([
        rows.select((build) => build.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        rows
          .select(['id', 'name', 'durationMs'])
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .offset(from)
          .limit(size)
          .execute(),
      ]);
      return { total: Number(counted.total), entries };
    },

    defaults: (locale) =>
      defaultVoices.map(({ id, name, durationMs }) => ({
        ...{ id: `${defaultPrefix}${id}`, name: name[locale], durationMs },
      })),

    async audio(scope, id) {
      const found = defaultOf(id);
      if (found) return found.sound();
      const file = await stored(scope, id);
      return file && audio.read(file);
    },

    async file(scope, id) {
      const found = defaultOf(id);
      return found ? audio.write(found.sound()) : stored(scope, id);
    },
  };
}
