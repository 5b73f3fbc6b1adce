import type { FrameBoot } from '../../contracts/frame-boot.ts';
import type { Logger } from '../../kernel/logger.ts';
import { publicOriginOf } from '../http/caller.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { frameHeaders, isPlainOrigin } from './frame-headers.ts';
import { type FrameProblem, frameHtml, pickLanguage, problemHtml } from './frame-html.ts';

/** Templates that exist today. */
export const templates: readonly string[] = ['simple', 'standard'];

export interface FrameHandlerParts {
  /** Origins of an enabled application, or null when there is none of that key. */
  readonly originsOf: (appKey: string) => Promise<readonly string[] | null>;
  readonly manifest: () => Promise<AssetManifest | null>;
  readonly version: string;
  readonly log: Logger;
}

const appKeyGrammar = /^[A-Za-z0-9_-]{1,128}$/;

/** The frame document of one integrator. Nobody may frame it unless the application lists the origin. */
export function frameHandler(parts: FrameHandlerParts) {
  return async (request: Request, address: { template: string; app: string | null }): Promise<Response> => {
    const selfOrigin = publicOriginOf(request);
    const language = pickLanguage(request.headers.get('accept-language'));
    const refuse = (status: number, problem: FrameProblem) =>
      new Response(problemHtml(problem, language), {
        status,
        headers: { ...frameHeaders(selfOrigin, []), 'x-oriel-problem': problem },
      });

    if (!templates.includes(address.template)) return refuse(404, 'unknownTemplate');
    if (address.app === null) return refuse(404, 'noApp');
    const known = appKeyGrammar.test(address.app) ? await parts.originsOf(address.app) : null;
    if (!known) return refuse(404, 'unknownApp');
    const assets = await parts.manifest();
    if (!assets) return refuse(503, 'notBuilt');

    const origins = known.filter(isPlainOrigin);
    if (origins.length < known.length) {
      parts.log.warn({ app: address.app }, 'an origin of this application is not a plain origin: left out');
    }
    const { boot: bootScript, preload, mpegtsWorker, ...always } = assets;
    const boot: FrameBoot = {
      app: address.app,
      template: address.template,
      origins,
      version: parts.version,
      assets: mpegtsWorker === undefined ? always : { ...always, mpegtsWorker },
    };
    return new Response(frameHtml(boot, { boot: bootScript, preload }, language), {
      headers: frameHeaders(selfOrigin, origins),
    });
  };
}
