import { expect } from 'expect';
import { describe, it } from 'vitest';
import { formatElapsed } from '../../player-frame/state/recording.ts';
import { cloudDay, hdCamera, otherCamera, recordedPlayer, shanghaiDay } from '../kit/recorded-player.ts';

function recordingPlayer() {
  const player = recordedPlayer();
  player.play(hdCamera);
  player.send({ type: 'request.toggleRecording' });
  player.send({ type: 'event.recordingStarted', at: player.clock.now() });
  player.take();
  return player;
}

describe('the counter', () => {
  it.each([
    [0, '00:00'],
    [999, '00:00'],
    [1_000, '00:01'],
    [59_999, '00:59'],
    [61_000, '01:01'],
    [3_599_999, '59:59'],
    [3_600_000, '01:00:00'],
    [36_610_000, '10:10:10'],
    [-5, '00:00'],
  ])('of %i ms is %s', (elapsedMs, shown) => {
    expect(formatElapsed(elapsedMs)).toBe(shown);
  });
});

describe('recording', () => {
  it('has no effect unless playing', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.toggleRecording' });
    expect(player.state.recording.phase).toBe('off');
    player.send({ type: 'request.startRecording', id: 1 });
    expect(player.take()).toEqual([
      expect.objectContaining({
        do: 'refuse',
        playbackFailure: expect.objectContaining({ code: 'player.notPlaying' }),
      }),
    ]);
  });

  it('begins with its event, and the page receives startSave', () => {
    const player = recordedPlayer();
    player.play();
    player.send({ type: 'request.startRecording', fileName: 'gate', id: 1 });
    expect(player.take()).toEqual([
      { do: 'record', fileName: 'gate' },
      { do: 'answer', id: 1 },
    ]);
    expect(player.state.recording.phase).toBe('starting');
    player.send({ type: 'event.recordingStarted', at: 42 });
    expect(player.state.recording).toEqual({ phase: 'on', since: 42 });
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'recordingStarted' } }]);
  });

  it('runs once', () => {
    const player = recordingPlayer();
    player.send({ type: 'request.startRecording', id: 2 });
    expect(player.take()).toEqual([
      expect.objectContaining({
        do: 'refuse',
        playbackFailure: expect.objectContaining({ code: 'recording.running' }),
      }),
    ]);
  });

  it('stops on a change of the url, before the stream ends', () => {
    const player = recordingPlayer();
    player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(player.takeNames().slice(0, 2)).toEqual(['endRecord', 'closeEngine']);
    expect(player.state.recording.phase).toBe('ending');
    player.send({ type: 'event.recordingEnded', why: 'saved' });
    expect(player.state.recording.phase).toBe('off');
    expect(player.state.toast?.text).toBe('recording.saved');
  });

  it('continues across another quality and a lost connection', () => {
    const player = recordingPlayer();
    player.send({ type: 'request.setQuality', quality: 'sd' });
    expect(player.takeNames()).not.toContain('endRecord');
    player.resolved();
    player.firstFrame();
    player.fail('network', 'network.closed');
    expect(player.phase).toBe('reconnecting');
    expect(player.state.recording.phase).toBe('on');
  });

  it('of a recording continues over pause, seek and speed, also to another day', () => {
    const player = recordedPlayer();
    player.playDay();
    player.send({ type: 'request.toggleRecording' });
    player.send({ type: 'event.recordingStarted', at: player.clock.now() });
    player.send({ type: 'request.pause' });
    player.send({ type: 'request.seek', to: shanghaiDay.begin + 60_000 });
    player.send({ type: 'request.setRate', rate: 4 });
    player.send({ type: 'request.resume' });
    const address = cloudDay.replace('20250301', '20250302');
    player.send({ type: 'request.playRecorded', address, startAt: shanghaiDay.end });
    expect(player.takeNames()).not.toContain('endRecord');
    expect(player.state.recording.phase).toBe('on');
  });

  it.each([
    ['the end of the range', { type: 'event.ended', attempt: 1, reason: 'rangeEnd' }],
    ['live video', { type: 'request.toLive' }],
    ['the other store', { type: 'request.setRecordType', recordType: 'rec' }],
  ] as const)('of a recording is complete with %s', (_name, input) => {
    const player = recordedPlayer();
    player.playDay();
    player.send({ type: 'request.toggleRecording' });
    player.send({ type: 'event.recordingStarted', at: player.clock.now() });
    player.take();
    player.send('attempt' in input ? { ...input, attempt: player.attempt } : input);
    expect(player.takeNames()[0]).toBe('endRecord');
  });

  it('ends when playback has failed', () => {
    const player = recordingPlayer();
    player.fail('other', '20002');
    expect(player.takeNames()[0]).toBe('endRecord');
    expect(player.state.recording.phase).toBe('ending');
  });

  it.each(['lost', 'changed', 'full', 'failed', 'empty', 'unavailable'] as const)(
    'reports why it ended: %s',
    (why) => {
      const player = recordingPlayer();
      player.send({ type: 'event.recordingEnded', why });
      expect(player.state.recording).toEqual({ phase: 'off' });
      expect(player.state.toast?.text).toBe(`recording.${why}`);
    },
  );
});
