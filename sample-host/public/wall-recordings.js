import { language } from './shell.js';

/** As many players as one clock has. */
const maxPlayers = 9;
/** Recordings begin this long ago. */
const startBehindMs = 60_000;

/**
 * Recordings of all tiles at one time, with one timeline: that of a player without video. A click on a tile shows the
 * recordings of its camera on the timeline; the others are drawn faintly.
 */
export class RecordingsOfAll {
  constructor({ button, container, createPlayer, loadSync, options, tiles, onFailure }) {
    Object.assign(this, { button, container, createPlayer, loadSync, options, tiles, onFailure });
    this.controls = null;
    this.wall = null;
    button.addEventListener('click', () => {
      if (this.controls) this.toLive();
      else this.start(Date.now() - startBehindMs).catch(onFailure);
    });
  }

  async start(at) {
    const tiles = this.tiles.slice(0, maxPlayers);
    const addresses = tiles.map(({ player }) => player.state?.address).filter(Boolean);
    this.container.hidden = false;
    this.button.setAttribute('aria-pressed', 'true');
    const controls = this.createPlayer(this.container, {
      ...this.options,
      url: addresses[0],
      companions: [...new Set(addresses)],
      template: 'pcRec',
      controlsOnly: true,
      autoplay: false,
      language: language(),
      width: '100%',
      height: '100%',
      title: this.container.getAttribute('aria-label'),
    });
    this.controls = controls;
    const { createWall } = await this.loadSync();
    await controls.ready;
    if (this.controls !== controls) return;
    this.wall = createWall(
      controls,
      tiles.map(({ player }) => player),
    );
    this.wall.onChange(({ group }) => group || this.stop());
    for (const tile of tiles) tile.player.on('click', () => this.choose(tile));
    this.mark(tiles[0]);
    await this.wall.toRecorded(at);
  }

  choose(tile) {
    if (!this.wall) return;
    this.mark(tile);
    this.wall.choose(tile.player).catch(this.onFailure);
  }

  mark(chosen) {
    for (const tile of this.tiles) tile.element.dataset.chosen = String(tile === chosen);
  }

  toLive() {
    if (this.wall?.group) this.wall.toLive().catch(this.onFailure);
    else this.stop();
  }

  showLanguage() {
    this.controls?.setLanguage(language()).catch(this.onFailure);
  }

  /** Safe to call twice. The players are live again, or continue with what they play. */
  stop() {
    const { controls, wall } = this;
    this.controls = null;
    this.wall = null;
    wall?.destroy();
    controls?.destroy();
    this.container.hidden = true;
    this.button.setAttribute('aria-pressed', 'false');
    this.mark(null);
  }
}
