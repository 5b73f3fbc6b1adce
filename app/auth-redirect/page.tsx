/** The same under another name that clients of this family know. */
export { default } from '../callback/page.tsx';
