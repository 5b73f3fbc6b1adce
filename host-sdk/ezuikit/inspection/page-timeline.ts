import { createPlayer } from '../../player-handle.ts';
import { createWall } from '../../sync/wall.ts';
import type { Player, Wall } from '../../types.ts';
import { EZUIKitPlayer } from '../ezuikit-player.ts';
import { readSettings } from '../settings.ts';
import type { EZUIKitPlayerOptions } from '../types.ts';

const heightPx = 160;

const sdkPlayerOf = (player: EZUIKitPlayer): Player | null => EZUIKitPlayer.sdkPlayer(player);

/** What the players of a page show together. */
interface Moment {
  /** Epoch ms. */
  readonly at: number;
  readonly rate: number;
  readonly running: boolean;
}

/** The timeline below the screens: a player without video, which controls all players of the page. */
export class PageTimeline {
  readonly element = document.createElement('div');
  private controls: Player | null = null;
  private shown: Wall | null = null;

  constructor() {
    this.element.style.cssText = `position:relative;flex:none;height:${heightPx}px`;
  }

  /** Null until the timeline is ready, and where no camera plays. */
  get wall(): Wall | null {
    return this.shown;
  }

  /** Of the next page, at the moment of the last one. `wish`: server, application and token. */
  show(players: readonly EZUIKitPlayer[], wish: EZUIKitPlayerOptions): void {
    const moment = this.moment;
    this.end();
    const cameras = players.filter(sdkPlayerOf);
    const [first] = cameras;
    if (!first) return;
    const { server, app, accessToken, getToken, language } = { ...wish, ...first.opt };
    const given = { server, app, accessToken, getToken, language, id: this.element };
    const controls = createPlayer(this.element, {
      ...readSettings(given).options,
      url: first.url,
      companions: cameras.map(({ url }) => url),
      template: 'pcRec',
      controlsOnly: true,
      autoplay: false,
      width: '100%',
      height: heightPx,
    });
    this.controls = controls;
    controls.ready.then(
      () => {
        if (this.controls === controls) this.begin(controls, cameras, moment);
      },
      () => {
        /* the players of the page report the same failure */
      },
    );
  }

  /** The camera of this player is that of the timeline. */
  choose(player: EZUIKitPlayer | null): void {
    const own = player && sdkPlayerOf(player);
    if (own) void this.shown?.choose(own).catch(() => {});
  }

  replace(before: EZUIKitPlayer | null, after: EZUIKitPlayer | null): void {
    const [left, joined] = [before && sdkPlayerOf(before), after && sdkPlayerOf(after)];
    if (left) this.shown?.remove(left);
    try {
      if (joined) this.shown?.add(joined);
    } catch {
      /* a tenth player stays live */
    }
  }

  /** Safe to call twice. */
  end(): void {
    this.shown?.destroy();
    this.shown = null;
    void this.controls?.destroy().catch(() => {});
    this.controls = null;
    this.element.replaceChildren();
  }

  private get moment(): Moment | null {
    const group = this.shown?.group;
    return group ? { at: group.time, rate: group.rate, running: group.running } : null;
  }

  private begin(controls: Player, cameras: readonly EZUIKitPlayer[], moment: Moment | null): void {
    const wall = createWall(
      controls,
      cameras.flatMap((camera) => sdkPlayerOf(camera) ?? []),
    );
    this.shown = wall;
    if (!moment) return;
    const stop = wall.onChange(({ group }) => {
      if (!group) return;
      stop();
      group.setRate(moment.rate);
      if (!moment.running) group.pause();
    });
    void wall.toRecorded(moment.at).catch(() => {});
  }
}
