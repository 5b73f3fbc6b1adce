/** Plays one message on several cameras, some at a time, and keeps what became of each. */
export type DeliveryState =
  | { readonly state: 'waiting' | 'playing' | 'played' }
  | { readonly state: 'failed'; readonly message: string };

export type Deliveries = ReadonlyMap<string, DeliveryState>;

/** Each takes as long as the message, and a connection of the browser. */
const atOnce = 4;

/** `play` resolves with why it failed, or null. Resolves when all have ended; never rejects. */
export async function deliver(
  cameras: readonly string[],
  play: (camera: string) => Promise<string | null>,
  onState: (camera: string, state: DeliveryState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const camera of cameras) onState(camera, { state: 'waiting' });
  const waiting = [...cameras];
  async function run(): Promise<void> {
    for (let camera = waiting.shift(); camera !== undefined && !signal.aborted; camera = waiting.shift()) {
      onState(camera, { state: 'playing' });
      const failure = await play(camera);
      if (!signal.aborted)
        onState(camera, failure === null ? { state: 'played' } : { state: 'failed', message: failure });
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, cameras.length) }, run));
}
