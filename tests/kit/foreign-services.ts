/**
 * Services of others that tests stand in for, without sockets: nock answers what is sent to their addresses, also over
 * TLS. Everything else is refused, so a request to the wrong host fails instead of leaving the machine.
 */
import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

// Importing it replaces the requests of the process, which other files share.
nock.restore();

/** For the tests of this block. Each begins without services. */
export function standInForServices(): typeof nock {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.abortPendingRequests();
    nock.cleanAll();
  });
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  return nock;
}
