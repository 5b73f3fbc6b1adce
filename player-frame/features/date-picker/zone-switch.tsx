import { useText } from '../../react/use-player.ts';

export interface ZoneSwitchProps {
  /** IANA names. */
  readonly zone: string;
  readonly viewerZone: string;
  readonly isViewerZone: boolean;
  readonly onChange: (isViewerZone: boolean) => void;
}

/** Times of the camera's zone, or of the viewer's. */
export function ZoneSwitch({ zone, viewerZone, isViewerZone, onChange }: ZoneSwitchProps) {
  const text = useText();
  const option = (isChosen: boolean, label: string, name: string, value: boolean) => (
    <label className="oriel-zone">
      <input type="radio" name="oriel-zone" checked={isChosen} onChange={() => onChange(value)} />
      {label} ({name})
    </label>
  );
  return (
    <fieldset className="oriel-zones">
      <legend>{text('date.zone')}</legend>
      {option(!isViewerZone, text('date.zone.camera'), zone, false)}
      {option(isViewerZone, text('date.zone.viewer'), viewerZone, true)}
    </fieldset>
  );
}
