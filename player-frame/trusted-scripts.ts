/** Subset of the Trusted Types API; missing in the DOM library. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Creates the Trusted Types policy required by the CSP. It only permits the player's own workers. */
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
