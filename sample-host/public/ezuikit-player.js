// As in any EZUIKit page. <script src="…/sdk/v1/ezuikit.global.js" data-app="KEY"></script> is loaded before
// it.
window.makePlayer = async (callbacks) => {
  const answer = await fetch('/token', { method: 'POST' });
  const { accessToken } = await answer.json();
  const box = document.getElementById('video-container');

  return new EZUIKit.EZUIKitPlayer({
    id: 'video-container',
    accessToken,
    url: 'ezopen://open.ys7.com/DEMO00001/1.hd.live',
    template: 'pcLive',
    width: box.clientWidth,
    height: box.clientHeight,
    audio: 0,
    language: document.documentElement.lang === 'zh-CN' ? 'zh' : 'en',
    ...callbacks,
  });
};
