/** Code that shows a theme, to copy into a page. */
export const snippetKinds = ['createPlayer', 'react', 'vue', 'element', 'ezuikit'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export interface SnippetPlace {
  /** Origin of this server. */
  readonly origin: string;
  readonly themeId: string;
  /** Camera in an address: `serial/channel`. */
  readonly camera: string;
}

export function snippet(kind: SnippetKind, { origin, themeId, camera }: SnippetPlace): string {
  return snippets[kind](origin, themeId, camera);
}

const snippets: Readonly<Record<SnippetKind, (origin: string, themeId: string, camera: string) => string>> = {
  createPlayer: (origin, themeId, camera) => `<div id="camera" style="width: 640px; height: 360px"></div>
<script type="module">
  import { createPlayer } from '${origin}/sdk/v1/oriel.js';

  createPlayer(document.querySelector('#camera'), {
    server: '${origin}',
    app: 'KEY',
    url: 'ezopen://oriel/${camera}.live',
    template: '${themeId}',
    width: '100%',
    height: '100%',
    getToken: async () => (await fetch('/my-backend/token', { method: 'POST' })).text(),
  });
</script>`,
  react: (origin, themeId, camera) => `import { OrielPlayer } from 'oriel-player/react';

<OrielPlayer
  server="${origin}"
  app="KEY"
  url="ezopen://oriel/${camera}.live"
  template="${themeId}"
  getToken={async () => (await fetch('/my-backend/token', { method: 'POST' })).text()}
/>`,
  vue: (origin, themeId, camera) => `<script setup>
import { OrielPlayer } from 'oriel-player/vue';

const getToken = async () => (await fetch('/my-backend/token', { method: 'POST' })).text();
</script>

<template>
  <OrielPlayer
    server="${origin}"
    app="KEY"
    url="ezopen://oriel/${camera}.live"
    template="${themeId}"
    :get-token="getToken"
    style="width: 640px; height: 360px"
  />
</template>`,
  element: (origin, themeId, camera) => `<oriel-player
  id="camera"
  server="${origin}"
  app="KEY"
  url="ezopen://oriel/${camera}.live"
  template="${themeId}"
  style="width: 640px; height: 360px"
></oriel-player>
<script type="module" src="${origin}/sdk/v1/element.js"></script>
<script type="module">
  document.querySelector('#camera').getToken = async () =>
    (await fetch('/my-backend/token', { method: 'POST' })).text();
</script>`,
  ezuikit: (origin, themeId, camera) => `<div id="player"></div>
<script src="${origin}/sdk/v1/ezuikit.global.js" data-app="KEY"></script>
<script>
  new EZUIKit.EZUIKitPlayer({
    id: 'player',
    url: 'ezopen://oriel/${camera}.live',
    accessToken: 'ACCESS_TOKEN',
    template: '${themeId}',
    width: 800,
    height: 450,
  });
</script>`,
};
