'use client';
/** Where questions of the shell are asked. What shows them is loaded once somebody is here to be asked. */
import type { ModalsProviderProps } from '@mantine/modals';
import { type ComponentType, useEffect, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { fetchOnFirstInteraction } from '../ui/first-interaction.ts';

type Provider = ComponentType<Pick<ModalsProviderProps, 'labels' | 'children'>>;

let bring: (() => Promise<void>) | null = null;

/** Resolves once questions can be shown. Null where no host stands, as in tests with a provider of their own. */
export const modalsComing = (): Promise<void> | null => bring?.() ?? null;

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

export function ModalsHost() {
  const say = useText();
  const [Modals, setModals] = useState<Provider | null>(null);
  const [gate] = useState(createGate);
  useEffect(() => {
    const load = async () => {
      const { ModalsProvider } = await import('./modals-host-parts.ts');
      setModals(() => ModalsProvider);
      await gate.opened;
    };
    bring = load;
    const giveUp = fetchOnFirstInteraction(load);
    return () => {
      giveUp();
      bring = null;
    };
  }, [gate]);
  return (
    Modals && (
      <Modals labels={{ confirm: say('common.confirm'), cancel: say('common.cancel') }}>
        <Standing onStand={gate.open} />
      </Modals>
    )
  );
}

/** Its effect runs after those with which the provider begins to listen. */
function Standing({ onStand }: { readonly onStand: () => void }) {
  useEffect(onStand, [onStand]);
  return null;
}
