import { useId } from 'react';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import { maxGain } from '../../state/talk-state.ts';

const gainStep = 0.5;

/** Way of speaking, devices and gain. They apply at once, and to later talks in this browser. */
export function TalkSettingsPanel() {
  const text = useText();
  return (
    <details className="oriel-talk-settings">
      <summary>{text('talk.settings')}</summary>
      <HoldChoice />
      <DeviceChoice kind="audioinput" />
      <DeviceChoice kind="audiooutput" />
      <GainChoice />
    </details>
  );
}

function HoldChoice() {
  const isHold = usePlayer(({ talk }) => talk.settings.isHold);
  const isHalf = usePlayer(({ talk }) => talk.duplex === 'half');
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <label className="oriel-talk-choice" title={isHalf ? text('talk.halfDuplex') : undefined}>
      <span className="oriel-talk-label">{text('talk.hold')}</span>
      <input
        type="checkbox"
        checked={isHold || isHalf}
        disabled={isHalf}
        onChange={({ currentTarget }) =>
          sendRequest({ type: 'request.setTalk', isHold: currentTarget.checked })
        }
      />
      {isHalf && <span className="oriel-talk-note">{text('talk.halfDuplex')}</span>}
    </label>
  );
}

/** Not shown where the browser does not offer a choice. */
function DeviceChoice({ kind }: { readonly kind: 'audioinput' | 'audiooutput' }) {
  const known = usePlayer(({ talk }) => talk.devices);
  const isInput = kind === 'audioinput';
  const chosen = usePlayer(({ talk }) => (isInput ? talk.settings.microphoneId : talk.settings.speakerId));
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  const devices = known?.devices.filter((device) => device.kind === kind) ?? [];
  if (devices.length === 0) return null;
  const isPresent = devices.some((device) => device.id === chosen);
  return (
    <div className="oriel-talk-choice">
      <label className="oriel-talk-label" htmlFor={id}>
        {text(isInput ? 'talk.microphone' : 'talk.speaker')}
      </label>
      <select
        id={id}
        value={isPresent ? chosen : ''}
        onChange={({ currentTarget: { value } }) =>
          sendRequest({
            type: 'request.setTalk',
            ...(isInput ? { microphoneId: value } : { speakerId: value }),
          })
        }
      >
        <option value="">{text('talk.defaultDevice')}</option>
        {devices.map((device, index) => (
          <option key={device.id} value={device.id}>
            {device.label || text('talk.unnamedDevice', { number: index + 1 })}
          </option>
        ))}
      </select>
    </div>
  );
}

function GainChoice() {
  const gain = usePlayer(({ talk }) => talk.settings.gain);
  const sendRequest = useSendRequest();
  const text = useText();
  const id = useId();
  return (
    <div className="oriel-talk-choice">
      <label className="oriel-talk-label" htmlFor={id}>
        {text('talk.gain')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={maxGain}
        step={gainStep}
        value={gain}
        aria-valuetext={text('talk.gainValue', { gain })}
        onChange={({ currentTarget }) =>
          sendRequest({ type: 'request.setTalk', gain: currentTarget.valueAsNumber })
        }
      />
      <output className="oriel-talk-value" htmlFor={id}>
        ×{gain}
      </output>
    </div>
  );
}
