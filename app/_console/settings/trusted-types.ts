/**
 * Where text becomes script or markup. The page's policy (`require-trusted-types-for`) refuses text in such places
 * unless it is let through here, for all scripts of the page.
 */
interface PolicyRules {
  createScriptURL(text: string): string | null;
  /** `place`: what is written to, for instance `Element innerHTML`. None: somebody asks by name. */
  createHTML(text: string, type?: string, place?: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

const builtFiles = '/_next/static/';
/** What React makes its scripts from: one without content, which is moved and never run as it is. */
const emptyScript = `<script></${'script'}>`;

const rules: PolicyRules = {
  /** The loader of built files sets addresses as text, and knows its files by that very text. */
  createScriptURL(text) {
    const url = new URL(text, location.origin);
    return url.origin === location.origin && url.pathname.startsWith(builtFiles) ? text : null;
  },
  /** Nothing runs in a document that is parsed aside, nor in text without tags, which sheets of components are. */
  createHTML(text, _type, place) {
    const isAside = place === undefined || place === 'DOMParser parseFromString';
    return isAside || !text.includes('<') || text === emptyScript ? text : null;
  },
};

/** Once for each page, before anything is loaded. Browsers without it go on without it. */
export function limitTrustedTypes(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', rules);
}
