import { WatchClient } from '../../watch-client.tsx';

/** `/watch/SERIAL/CHANNEL`: one camera, for whoever may see it. */
export default async function Page({
  params,
}: {
  readonly params: Promise<{ readonly serial: string; readonly channel: string }>;
}) {
  const { serial, channel } = await params;
  return <WatchClient serial={serial} channel={channel} />;
}
