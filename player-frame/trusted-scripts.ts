/** The part of Trusted Types that is used here; the DOM library does not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/**
 * The page's policy lets no text become markup or script. The one thing of that kind this player does is to start its
 * own workers.
 */
export function trustOwnScripts(scope: Window & { readonly trustedTypes?: TrustedTypes }): void {
  scope.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { protocol, origin, pathname } = new URL(url, scope.location.href);
      const isOwn = origin === scope.location.origin && protocol !== 'blob:';
      if (isOwn && pathname.startsWith('/assets/')) return url;
      throw new TypeError('not a script of this player');
    },
  });
}
