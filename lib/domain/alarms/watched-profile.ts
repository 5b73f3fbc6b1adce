import type { Db } from '../../db/client.ts';
import type { StreamProfile } from '../../media/ports.ts';

/** The stream of a channel that alarms look at: the sub stream shows the same and costs less. Null: it has no source. */
export async function watchedProfile(db: Db, channelId: string): Promise<StreamProfile | null> {
  const sources = await db
    .selectFrom('streamSource')
    .select('profile')
    .where('channelId', '=', channelId)
    .execute();
  if (sources.some(({ profile }) => profile === 'sub')) return 'sub';
  return sources.length > 0 ? 'main' : null;
}
