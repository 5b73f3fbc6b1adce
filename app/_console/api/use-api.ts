'use client';
import { createContext, useContext } from 'react';
import type { Api } from './create-api.ts';
import { api } from './request.ts';

/** For tests; pages use the browser's one. */
export const ApiContext = createContext<Api>(api);

export const useApi = (): Api => useContext(ApiContext);
