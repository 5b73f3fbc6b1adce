import type { Brand } from '../../contracts/brand.ts';
import type { FrameBoot } from '../../contracts/frame-boot.ts';
import { isTemplate, themeForTemplate } from '../../contracts/theme/template.ts';
import { preferredLocale } from '../../i18n/requested-locale.ts';
import type { Logger } from '../../kernel/logger.ts';
import { publicOriginOf } from '../http/caller.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { frameHeaders, isPlainOrigin, refusalHeaders } from './frame-headers.ts';
import { frameHtml, refusalHtml } from './frame-html.ts';
import { blockedLanguageOf, hostOriginOf, type RefusalCode, refusalOf } from './refusal.ts';

export interface FrameHandlerParts {
  /** Origins of an enabled application; `own`: the origin of this document; null: unknown key. */
  readonly originsOf: (appKey: string) => Promise<readonly string[] | 'own' | null>;
  readonly manifest: () => Promise<AssetManifest | null>;
  readonly version: string;
  /** Origins besides our own from which images of themes may be loaded. */
  readonly imageOrigins?: readonly string[];
  /** Origins of other servers whose streams may be played. */
  readonly streamOrigins?: readonly string[];
  /** Of the organisation of an application. Absent: the product's own. */
  readonly brandOf?: (appKey: string) => Promise<Brand>;
  readonly log: Logger;
}

/** A first guess: the frame corrects it if the page gives `isMobile` or plays a recording. */
function isMobile(headers: Headers): boolean {
  const hint = headers.get('sec-ch-ua-mobile');
  return hint === null ? /\b(?:Mobile|Android)\b/.test(headers.get('user-agent') ?? '') : hint === '?1';
}

/** Shown to the application's own pages, because only the player can report the error to them. */
const unknownTemplate = 'template.unknown';

const appKeyGrammar = /^[A-Za-z0-9_-]{1,128}$/;

/** Serves the frame document of an application. Only origins listed by the application may embed it. */
export function frameHandler(parts: FrameHandlerParts) {
  const { imageOrigins = [], streamOrigins = [] } = parts;
  return async (request: Request, address: { template: string; app: string | null }): Promise<Response> => {
    const selfOrigin = publicOriginOf(request);
    const blockedIn = blockedLanguageOf(request);
    const language = preferredLocale(`${blockedIn},${request.headers.get('accept-language')}`);
    const assets = await parts.manifest();
    const refuse = (status: number, code: RefusalCode, origin = '') =>
      new Response(
        refusalHtml(refusalOf(code, language, { app: address.app ?? '', origin }), {
          script: assets?.refusal,
          styles: assets?.refusalStyles,
        }),
        { status, headers: { ...refusalHeaders, 'x-oriel-problem': code } },
      );

    // The SDK writes a missing option into the path as text.
    if (address.app === null || address.app === 'undefined') return refuse(404, 'app.missing');
    const known = appKeyGrammar.test(address.app) ? await parts.originsOf(address.app) : null;
    if (!known) return refuse(404, 'app.unknown');
    if (!assets) return refuse(503, 'player.notBuilt');

    const listed = known === 'own' ? [selfOrigin] : known;
    const origins = listed.filter(isPlainOrigin);
    if (origins.length < listed.length) {
      parts.log.warn({ app: address.app }, 'ignored an invalid origin of this application');
    }
    const host = request.headers.get('sec-fetch-dest') === 'document' ? undefined : hostOriginOf(request);
    if (host === null) return refuse(403, 'origin.none');
    if (host !== undefined && !origins.includes(host)) return refuse(403, 'origin.notListed', host);
    if (blockedIn !== undefined) return refuse(403, 'handshake-timeout');
    const isKnown = isTemplate(address.template);
    // An unknown name is never written into the page.
    const template = isKnown ? address.template : 'simple';
    const { boot: bootScript, preload, refusal: _, refusalStyles: __, ...scripts } = assets;
    const brand = await parts.brandOf?.(address.app);
    const boot: FrameBoot = {
      app: address.app,
      template,
      ...(isKnown ? {} : { problem: unknownTemplate }),
      theme: themeForTemplate(template, { isMobile: isMobile(request.headers), isRecorded: false }),
      origins,
      imageOrigins: [...imageOrigins],
      ...(streamOrigins.length > 0 ? { streamOrigins: [...streamOrigins] } : {}),
      ...(brand && (brand.color || brand.support)
        ? { brand: { color: brand.color, support: brand.support } }
        : {}),
      version: parts.version,
      assets: scripts,
    };
    return new Response(frameHtml(boot, { boot: bootScript, preload }, language), {
      status: isKnown ? 200 : 404,
      headers: {
        // Shared video is in our own page, and that in any page. The frame takes orders from our own page only, and our
        // other pages cannot be framed.
        ...frameHeaders(selfOrigin, known === 'own' ? 'any' : origins, { imageOrigins, streamOrigins }),
        ...(isKnown ? {} : { 'x-oriel-problem': unknownTemplate }),
      },
    });
  };
}
