/** A loudspeaker icon, with waves while the tile plays audio. */
const speaker =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9v6h4l5 4V5L8 9z"/><path class="waves" d="M16 8a5 5 0 0 1 0 8M18.5 5.5a9 9 0 0 1 0 13"/></svg>';

/**
 * One tile of the wall. Adaptive quality selects the sub stream while the tile is small. A click on the
 * loudspeaker unmutes it, and the players mute the others.
 */
export class Tile {
  constructor({ number, createPlayer, options, texts }) {
    this.number = number;
    this.texts = texts;
    this.element = document.createElement('article');
    this.element.className = 'tile';
    this.element.innerHTML = `<div class="stage"></div><footer><span class="phase"></span><span class="facts"></span><button type="button" class="listen">${speaker}</button></footer>`;
    this.listen = this.element.querySelector('.listen');
    this.makePlayer = () =>
      createPlayer(this.element.querySelector('.stage'), {
        ...options,
        template: 'simple',
        adaptiveQuality: true,
        width: '100%',
        height: '100%',
        title: this.label,
      });
    this.player = null;
  }

  get label() {
    return `${this.texts().camera} ${this.number}`;
  }

  /** Call after the tile was added to the page: a detached frame never loads. */
  start() {
    this.player = this.makePlayer();
    this.player.on('state', () => this.show());
    this.player.ready.catch(({ message }) => {
      this.element.querySelector('.facts').textContent = message;
    });
    this.listen.addEventListener('click', () => {
      const isAudible = this.player.state?.muted === false;
      this.player[isAudible ? 'closeSound' : 'openSound']().catch(({ message }) => this.showStatus(message));
    });
    this.show();
  }

  showStatus(text) {
    this.element.querySelector('.facts').textContent = text;
  }

  show() {
    const { phase = 'loading', muted = true, width, height, quality, message } = this.player?.state ?? {};
    const isRecorded = /\.rec(?:$|\?)/.test(this.player?.state?.address ?? '');
    this.element.dataset.phase = phase;
    const word = phase === 'playing' && isRecorded ? 'recorded' : phase;
    this.element.querySelector('.phase').textContent = this.texts().phases[word] ?? phase;
    this.showStatus(
      message ?? [width && height ? `${width}×${height}` : '', quality ?? ''].filter(Boolean).join(' · '),
    );
    this.listen.setAttribute('aria-label', `${this.texts().listen}: ${this.label}`);
    this.listen.setAttribute('aria-pressed', String(!muted));
  }

  /** Safe to call twice. */
  async stop() {
    const { player } = this;
    this.player = null;
    this.element.remove();
    await player?.destroy();
  }
}
