/** The code that creates the selected player, as an integrator would write it, and the last call. */
export function snippetOf({ server, app, template, url, language }, lastCall) {
  return `import { createPlayer } from '${server}/sdk/v1/oriel.js';

const player = createPlayer(document.querySelector('#camera'), {
  server: '${server}',
  app: '${app}',
  template: '${template}',
  url: '${url}',
  language: '${language}',
  microphone: true, // for talk
  // Your own backend, which knows the application's secret.
  getToken: async () => {
    const answer = await fetch('/token', { method: 'POST' });
    if (!answer.ok) throw new Error(\`No token: \${answer.status}\`);
    return (await answer.json()).accessToken;
  },
});

player.on('handleSuccess', () => console.log('first frame shown'));
player.on('handleError', ({ code, message }) => console.warn(code, message));${lastCall ? `\n\n${lastCall}` : ''}`;
}
