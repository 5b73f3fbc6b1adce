/** The build without subtitles, alternate audio and encryption has the types of the complete one. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
