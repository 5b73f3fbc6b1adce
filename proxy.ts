/**
 * Sends browsers to the page they can use: whoever has no session to the login page and back afterwards, whoever
 * has one past it. It is a comfort and no authority: every call asks for itself, also where this never runs.
 */

import { type NextRequest, NextResponse } from 'next/server';
import { getToken } from 'next-auth/jwt';
import { organisationCookie, organisationOfPath } from './lib/contracts/organisation-address.ts';
import { cookieName, sessionGate, sidPattern } from './lib/http/current-session.ts';

const login = '/user/login';
const landing = '/index';
const publicHome = '/user/home';
/** Without a session, these are themselves. */
const open: ReadonlySet<string> = new Set([
  login,
  '/user',
  '/user/register',
  publicHome,
  '/callback',
  '/auth-redirect',
  '/bind',
  '/share',
  '/403',
  '/404',
  '/500',
]);

/** Of share links, and of links to drafts of themes. */
const ofLink = /^\/[set]\/[^/]+$/;

/** Not what is fetched beside pages: scripts, files with an extension, calls. */
export const config = { matcher: ['/((?!_next/|__nextjs|api/|assets/|sdk/|player/|live/|.*\\.).*)'] };

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  // Set by our own server on every request.
  const origin = request.headers.get('x-oriel-origin') ?? request.nextUrl.origin;
  // Next turns an address of its own origin into a path, so that no redirect names the host that the client sent.
  const redirectTo = (path: string) => NextResponse.redirect(new URL(path, request.nextUrl.origin));
  // Sessions of another backend are known to the page alone, which then guards itself.
  const isOurs = sessionGate()?.apiBase.startsWith('/') ?? true;
  const isSecure = origin.startsWith('https:');
  const isIn = await hasSession(request, isSecure);
  const organisation = organisationOfPath(pathname);
  if (organisation !== null) {
    // Whoever is signed in sees the brand of the own organisation.
    const answer = redirectTo(isIn ? landing : login + searchOf(request));
    if (!isIn) answer.headers.append('set-cookie', organisationCookie(organisation, isSecure));
    return answer;
  }

  if (isIn && (pathname === login || pathname === '/')) return redirectTo(landing);
  if (pathname === '/') return redirectTo('/home');
  if (pathname === '/home') return redirectTo(publicHome);
  if (isIn || !isOurs || open.has(pathname) || ofLink.test(pathname)) return NextResponse.next();
  if (pathname === '/templates' && (await sessionGate()?.isGalleryPublic())) return NextResponse.next();
  return redirectTo(`${login}?redirect=${encodeURIComponent(pathname + searchOf(request))}`);
}

/** As people see it: the parameter that Next adds for itself is none of theirs. */
function searchOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.searchParams);
  query.delete('_rsc');
  return query.size > 0 ? `?${query}` : '';
}

async function hasSession(request: NextRequest, isSecure: boolean): Promise<boolean> {
  const gate = sessionGate();
  const name = cookieName(isSecure);
  if (!gate || !request.cookies.has(name)) return false;
  for (const secret of gate.cookieSecrets) {
    // Altered, ended, or made by another key.
    const token = await getToken({ req: request, secret, cookieName: name, secureCookie: isSecure }).catch(
      () => null,
    );
    const sid = token?.sid;
    if (typeof sid === 'string' && sidPattern.test(sid)) return gate.isOpen(sid);
  }
  return false;
}
