import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createSdkProject, type SdkProject } from '../kit/sdk-project.ts';

/** A Next project with the packed SDK, as Next itself builds it. */
let project: SdkProject;

beforeAll(() => {
  project = createSdkProject();
  project.link('next', '@next', '@swc', 'react', 'react-dom', 'scheduler', 'styled-jsx', 'postcss', 'nanoid');
  project.link('picocolors', 'source-map-js', 'client-only', 'caniuse-lite', 'baseline-browser-mapping');
}, 60_000);
afterAll(() => project?.remove());

describe('a Next project', () => {
  it('renders the component from a page of the server, and loads the classic script in a component of the client', () => {
    project.write(
      'app/layout.js',
      'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
    );
    // No directive: the component of the package is one of the client by itself.
    project.write(
      'app/page.js',
      `import { OrielPlayer } from 'oriel-player/react';
       import { Version } from './version';
       export default () => (
         <main>
           <OrielPlayer server="https://a.example" app="key" template="simple" className="camera" />
           <Version />
         </main>
       );`,
    );
    project.write(
      'app/version.js',
      `'use client';
       import 'oriel-player/global';
       export const Version = () => <p>Version {Oriel.version}</p>;`,
    );
    project.run(process.execPath, project.bin('next'), 'build', '--webpack');
    const html = readFileSync(join(project.folder, '.next/server/app/index.html'), 'utf8');
    expect(html).toContain('<div class="camera"></div>');
    expect(html).toMatch(/Version <!-- -->\d+\.\d+\.\d+/);
    const chunks = join(project.folder, '.next/static/chunks');
    const scripts = readdirSync(chunks, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(chunks, name), 'utf8'));
    expect(scripts.filter((text) => text.includes('Object.assign(globalThis,{Oriel')).length).toBeGreaterThan(
      0,
    );
  });
});
