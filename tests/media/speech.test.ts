import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, describe, it } from 'vitest';
import { createSpeech } from '../../lib/media/talk/speech.ts';
import { voiceAudio } from '../../lib/media/talk/voice-audio.ts';
import { recordLog } from '../kit/record-log.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const folder = scratchFolder('oriel-speech-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(lines: string): string {
  const path = join(folder, `program-${Math.random().toString(36).slice(2)}`);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('text to speech', () => {
  it.each([
    ['Chinese', '请离开此区域，谢谢'],
    ['English', 'Please leave this area.'],
  ])('speaks %s with espeak-ng', async (_, text) => {
    const speak = await createSpeech('/usr/bin/espeak-ng', recordLog().log);
    const audio = await voiceAudio.read((await speak(text)) ?? new Uint8Array());
    const seconds = (audio?.samples.length ?? 0) / 16_000;
    expect(seconds).toBeGreaterThan(0.8);
    expect(seconds).toBeLessThan(8);
    expect(audio?.samples.some((sample) => Math.abs(sample) > 3_000)).toBe(true);
  });

  it('passes the text on standard input, the language as an argument, and no environment of ours', async () => {
    process.env.ORIEL_SECRET_OF_TEST = 'secret';
    const speak = await createSpeech(program('echo "$@"; cat; env'), recordLog().log);
    const text = '$(touch x); `id` -f /etc/passwd';
    const output = Buffer.from((await speak(text)) ?? []).toString();
    delete process.env.ORIEL_SECRET_OF_TEST;
    expect(output.startsWith(`--stdin --stdout -v en\n${text}`)).toBe(true);
    expect(output).not.toContain('secret');
    expect(output).not.toContain('ORIEL');
    const chinese = await createSpeech(program('echo "$@"'), recordLog().log);
    expect(Buffer.from((await chinese('你好')) ?? []).toString()).toBe('--stdin --stdout -v zh\n');
  });

  it.each([
    ['fails', 'exit 3'],
    ['writes without end', 'cat /dev/zero'],
    [
      'needs more memory than it may',
      'dd bs=1500M count=1 if=/dev/zero of=/dev/null status=none && echo done',
    ],
    ['does not read its input', 'exec <&-; exit 1'],
  ])('resolves with null when the program %s', async (_, lines) => {
    const { log, lines: logged } = recordLog();
    const speak = await createSpeech(program(lines), log);
    expect(await speak('a'.repeat(500))).toBeNull();
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain('aaaa');
  });

  it('resolves with null when there is no such program, and when two texts are being spoken', async () => {
    expect(await (await createSpeech('/nowhere/tts', recordLog().log))('a')).toBeNull();
    const speak = await createSpeech(program('sleep 0.3; echo done'), recordLog().log);
    const answers = await Promise.all([speak('a'), speak('b'), speak('c')]);
    expect(answers.map((answer) => answer !== null)).toEqual([true, true, false]);
    expect(await speak('d')).not.toBeNull();
  });
});
