import { useExplanation } from '../../react/use-explanation.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import type { TalkCameraState } from '../../state/talk-state.ts';

/** Which cameras receive a broadcast. The camera of the player alone needs no list. */
export function TalkCameras() {
  const cameras = usePlayer(({ talk }) => talk.cameras);
  const text = useText();
  if (cameras.length < 2) return null;
  const count = cameras.filter(({ state }) => state === 'receiving').length;
  return (
    <details className="oriel-talk-cameras">
      <summary>
        <span role="status">{text('talk.receiving', { count, total: cameras.length })}</span>
      </summary>
      <ul>
        {cameras.map((camera) => (
          <Camera key={`${camera.deviceSerial}/${camera.channelNo}`} camera={camera} />
        ))}
      </ul>
    </details>
  );
}

function Camera({ camera }: { readonly camera: TalkCameraState }) {
  const { deviceSerial: serial, channelNo: channel, state, code } = camera;
  const text = useText();
  return (
    <li data-state={state}>
      <span>{text('talk.cameraName', { serial, channel })}</span>
      <span>
        {code === undefined ? (
          text(`talk.cameraState.${state}`)
        ) : (
          <Cause code={code} message={camera.message} />
        )}
      </span>
    </li>
  );
}

function Cause({
  code,
  message = null,
}: {
  readonly code: string;
  readonly message?: string | null | undefined;
}) {
  return useExplanation({ code, stage: 'stream', message }).cause;
}
