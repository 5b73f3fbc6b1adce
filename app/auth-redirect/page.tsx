/** Alias of `/callback` used by other clients of this family. */
export { default } from '../callback/page.tsx';
