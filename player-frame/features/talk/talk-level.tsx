import { usePlayer } from '../../react/use-player.ts';

export interface TalkLevelProps {
  readonly label: string;
  /** 0 to 100. */
  readonly read: () => number;
}

/** Level of one end: yellow when loud, red near the limit. It can be read on demand, and is not announced. */
export function TalkLevel({ label, read }: TalkLevelProps) {
  const level = usePlayer(read);
  return (
    <div className="oriel-talk-level">
      <span className="oriel-talk-label" aria-hidden="true">
        {label}
      </span>
      <meter
        className="oriel-talk-meter"
        aria-label={label}
        min={0}
        max={100}
        low={85}
        high={95}
        optimum={0}
        value={level}
      />
    </div>
  );
}
