/** Where `/` leads whoever has no session: the front page itself, under the name that was specified. */
export { default, metadata } from '../user/home/page.tsx';
