'use client';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Counts the inputs of a form that still work on its values, such as uploads: it is not sent before they end. */
export type CountWork = (by: 1 | -1) => void;

/** Given by a form to its inputs. */
export const FormWork = createContext<CountWork>(() => undefined);

/** For an input. */
export function useWork(isRunning: boolean): void {
  const count = useContext(FormWork);
  useEffect(() => {
    if (!isRunning) return;
    count(1);
    return () => count(-1);
  }, [isRunning, count]);
}

/** For a form: whether an input works, and the value of `FormWork`. */
export function useCountedWork(): readonly [boolean, CountWork] {
  const [running, setRunning] = useState(0);
  const count = useCallback((by: 1 | -1) => setRunning((before) => before + by), []);
  return [running > 0, count];
}
