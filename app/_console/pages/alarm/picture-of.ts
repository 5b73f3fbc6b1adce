/** Longest side in pixels: of a picture in the detail, on screens of two pixels per CSS pixel. */
const maxSide = 1_280;
const timeoutMs = 10_000;

/**
 * A key frame as a picture: an MP4 file (base64) becomes the address of a JPEG. Decoded by a video element, which every
 * browser has for the codecs it supports. Rejects if this browser cannot decode it.
 */
export async function pictureOf(content: string): Promise<string> {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  const video = document.createElement('video');
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: address });
    await firstFrame(video);
    return drawn(video);
  } finally {
    // Releases the decoder: browsers have few.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

function firstFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the picture was not decoded in time')), timeoutMs);
    video.onloadeddata = () => {
      clearTimeout(timer);
      resolve();
    };
    video.onerror = () => {
      clearTimeout(timer);
      reject(new Error(video.error?.message ?? 'the picture cannot be decoded'));
    };
  });
}

function drawn(video: HTMLVideoElement): string {
  const { videoWidth, videoHeight } = video;
  const share = Math.min(1, maxSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * share);
  canvas.height = Math.round(videoHeight * share);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85);
}
