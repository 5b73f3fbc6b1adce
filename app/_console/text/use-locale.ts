'use client';
import { useSyncExternalStore } from 'react';
import type { Locale } from '../../../lib/i18n/translate.ts';
import { defaultLanguage, language } from './language.ts';

const onServer = () => defaultLanguage;

/** Current language of this browser. */
export const useLocale = (): Locale => useSyncExternalStore(language.subscribe, language.get, onServer);
