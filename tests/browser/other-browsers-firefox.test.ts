import { startFirefox } from '../kit/other-browsers.ts';
import { otherBrowserSuite } from './other-browsers-suite.ts';

otherBrowserSuite({ name: 'Firefox ESR', start: startFirefox, h265: 'flv' });
