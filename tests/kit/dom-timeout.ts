import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';

// The library's default timeout of 1 s is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
