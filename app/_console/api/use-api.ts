'use client';
import { createContext, useContext } from 'react';
import type { Api } from './create-api.ts';
import { api } from './request.ts';

/** Replaced in tests; pages use the default. */
export const ApiContext = createContext<Api>(api);

export const useApi = (): Api => useContext(ApiContext);
