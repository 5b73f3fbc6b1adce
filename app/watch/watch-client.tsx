'use client';
import { CameraWatch } from './camera-watch.tsx';
import { SignedInPage } from './signed-in.tsx';

/** `serial` and `channel`: as in the path, not checked yet. */
export function WatchClient(camera: { readonly serial: string; readonly channel: string }) {
  return <SignedInPage>{(timeZone) => <CameraWatch {...camera} timeZone={timeZone} />}</SignedInPage>;
}
