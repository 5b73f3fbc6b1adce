import { startWebKit } from '../kit/other-browsers.ts';
import { otherBrowserSuite } from './other-browsers-suite.ts';

otherBrowserSuite({ name: 'WebKitGTK', start: startWebKit, h265: 'webcodecs' });
