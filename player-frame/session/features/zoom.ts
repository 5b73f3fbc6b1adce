import type { Feature, FeatureContext } from '../feature.ts';

/** Electronic zoom: the picture's element is enlarged and moved; engines know nothing of it. */
export function makeZoom({ view, host, request, getState }: FeatureContext): Feature {
  return {
    handlers: {
      enableZoom: async ({ scale }, signal) => {
        await request({ type: 'request.enableZoom', ...(scale === undefined ? {} : { scale }) }, signal);
        return Math.round(getState().zoom?.scale ?? 1);
      },
      closeZoom: (_data, signal) => request({ type: 'request.closeZoom' }, signal),
    },
    stateChanged({ zoom }) {
      if (!zoom) {
        view.style.transform = '';
        return;
      }
      // The origin is the left top (player.css); percentages are of the player's own size.
      const percent = (centre: number) => (0.5 - centre * zoom.scale) * 100;
      view.style.transform = `translate(${percent(zoom.centre.x)}%, ${percent(zoom.centre.y)}%) scale(${zoom.scale})`;
    },
    tell(news) {
      if (news.type !== 'zoom') return;
      if (news.scale === null) host.tell('closeZoom', {});
      else host.tell('enableZoom', { scale: Math.round(news.scale) });
    },
  };
}
