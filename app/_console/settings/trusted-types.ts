/**
 * The Trusted Types policy of the page. Its CSP (`require-trusted-types-for`) blocks text in script and markup sinks
 * unless the policy accepts it.
 */
interface PolicyRules {
  createScriptURL(text: string): string | null;
  /** `place`: the sink, for example `Element innerHTML`; undefined for a direct call. */
  createHTML(text: string, type?: string, place?: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

const builtFiles = '/_next/static/';
/** Used by React to create script elements; empty, and never executed as is. */
const emptyScript = `<script></${'script'}>`;
/** How Leaflet finds out whether markup can contain drawings; nothing is shown. */
const emptyDrawing = '<svg/>';

const rules: PolicyRules = {
  /** The bundler's loader sets URLs as text and identifies its chunks by that text. */
  createScriptURL(text) {
    const url = new URL(text, location.origin);
    return url.origin === location.origin && url.pathname.startsWith(builtFiles) ? text : null;
  },
  /** Safe sinks: documents parsed inertly, and text without tags, such as style sheets. */
  createHTML(text, _type, place) {
    const isAside = place === undefined || place === 'DOMParser parseFromString';
    return isAside || !text.includes('<') || text === emptyScript || text === emptyDrawing ? text : null;
  },
};

/** Called once per page before anything is loaded. No effect in browsers without Trusted Types. */
export function limitTrustedTypes(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', rules);
}
