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
  /** Of the page shown. */
  private players = new Set<EZUIKitPlayer>();
  private wish: EZUIKitPlayerOptions = {};
  private chosen: EZUIKitPlayer | null = null;
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
    this.players = new Set(players);
    this.wish = wish;
    this.chosen = null;
    this.open();
  }

  /** Nothing is shown where no player has a camera. */
  private open(): void {
    const moment = this.moment;
    this.end();
    const cameras = [...this.players].filter(sdkPlayerOf);
    const [first] = cameras;
    if (!first) return;
    const { server, app, accessToken, getToken, language } = { ...this.wish, ...first.opt };
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
        if (this.controls === controls) this.begin(controls, moment);
      },
      () => {
        /* the players of the page report the same failure */
      },
    );
  }

  /** The camera of this player is that of the timeline. */
  choose(player: EZUIKitPlayer | null): void {
    this.chosen = player;
    this.followChosen();
  }

  /** Players and controls that were just made name their cameras a moment later. */
  private followChosen(): void {
    const { chosen, controls, shown } = this;
    const own = chosen && sdkPlayerOf(chosen);
    if (!own || !controls || !shown) return;
    const starting = [controls, own].find(({ state }) => !state?.address);
    if (!starting) {
      void shown.choose(own).catch(() => {});
      return;
    }
    const off = starting.on('state', ({ address }) => {
      if (!address) return;
      off();
      if (this.chosen === chosen && this.shown === shown) this.followChosen();
    });
  }

  replace(before: EZUIKitPlayer | null, after: EZUIKitPlayer | null): void {
    if (before) this.players.delete(before);
    if (after) this.players.add(after);
    // There was no camera in the page until now.
    if (!this.controls) {
      this.open();
      return;
    }
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

  /** With the players of this moment: some may have been replaced while the controls were loading. */
  private begin(controls: Player, moment: Moment | null): void {
    const wall = createWall(
      controls,
      [...this.players].flatMap((player) => sdkPlayerOf(player) ?? []),
    );
    this.shown = wall;
    this.followChosen();
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
