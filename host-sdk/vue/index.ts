/**
 * `<OrielPlayer>`: the player as a component for Vue 3.3 or newer. It can be imported and rendered on a server. Imports
 * only the SDK and Vue.
 */
import { defineComponent, h, onBeforeUnmount, onMounted, type Prop, ref, shallowRef, watch } from 'vue';
import { applyChanges, identity } from '../embed/apply-changes.ts';
import { openPlayer } from '../embed/open-player.ts';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';
import { flags, numbers, others, texts } from './option-names.ts';

/** All but the size: the player fills its element. */
export type OrielPlayerProps = Omit<PlayerOptions, 'width' | 'height'>;

/** Without a type, Vue passes every value as it is. An absent flag must not become `false`, hence the default. */
const props = Object.fromEntries([
  ...[...texts, ...numbers, ...others].map((name) => [name, null]),
  ...flags.map((name) => [name, { type: Boolean, default: undefined }]),
]) as { [Name in keyof OrielPlayerProps]-?: Prop<OrielPlayerProps[Name]> };

export const OrielPlayer = defineComponent({
  name: 'OrielPlayer',
  props,
  emits: {
    state: (_state: PlayerSnapshot) => true,
    /** Failures of playback, of the connection, and of calls caused by changed props. */
    error: (_failure: PlayerFailure) => true,
    /** The first frame is on the screen. */
    success: () => true,
  },
  setup(given, { emit, expose }) {
    const current = given as unknown as OrielPlayerProps;
    const box = ref<Element>();
    const player = shallowRef<Player>();
    const fail = (error: PlayerFailure) => error.code === 'destroyed' || emit('error', error);
    const end = () => {
      void player.value?.destroy();
      player.value = undefined;
    };
    const begin = () => {
      player.value = openPlayer(box.value!, () => current, {
        state: (state) => emit('state', state),
        fail,
        success: () => emit('success'),
      });
    };
    onMounted(begin);
    onBeforeUnmount(end);
    watch(
      () => ({ ...current }),
      (now, before) => {
        if (identity(now) === identity(before)) return applyChanges(player.value, before, now, fail);
        end();
        begin();
      },
      { flush: 'post' },
    );
    expose({ player });
    return () => h('div', { ref: box });
  },
});
