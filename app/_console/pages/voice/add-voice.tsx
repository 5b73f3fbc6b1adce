'use client';
import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { voiceTexts } from '../../../../lib/i18n/console/voices.ts';
import { api } from '../../api/request.ts';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { FormWork, useCountedWork, useWork } from '../../ui/form-work.ts';
import {
  maxSeconds,
  type RecordedAudio,
  type Recorder,
  recordedAudio,
  startRecorder,
} from './recorded-audio.ts';

/** The counter stops here. */
const maxRecordedSeconds = 59;

type Problem = 'voice.noMicrophone' | 'voice.unreadable' | 'voice.tooShort' | 'voice.tooLong';

const clock = (seconds: number) => `00:${String(seconds).padStart(2, '0')}`;

/** Records a message, or takes a file, and saves it. */
export default function AddVoice({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations(voiceTexts);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [audio, setAudio] = useState<(RecordedAudio & { readonly url: string }) | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);
  const [isRecording, countWork] = useCountedWork();
  const dialog = useUnsavedDialog({
    title: translate('voice.add'),
    isUnsaved: name.trim() !== '' || audio !== null || isRecording,
    onClose,
  });
  const url = audio?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  async function take(source: Blob): Promise<void> {
    setAudio(null);
    const read = await recordedAudio(source).catch(() => null);
    if (!read) setProblem('voice.unreadable');
    else if (read.seconds < 1) setProblem('voice.tooShort');
    else if (read.seconds > maxSeconds) setProblem('voice.tooLong');
    else {
      setProblem(null);
      setAudio({ ...read, url: URL.createObjectURL(read.file) });
    }
  }

  async function save(file: File): Promise<void> {
    setSaving(true);
    const form = new FormData();
    form.set('name', name.trim());
    form.set('file', file);
    try {
      await api.upload('/iot/voice/upload', form);
      notifications.show({ message: translate('voice.saved'), role: 'status' });
      await queries.invalidateQueries({ queryKey: ['iot.voice'] });
      onClose();
    } catch {
      // The call shows its own failures.
      setSaving(false);
    }
  }

  return (
    <PageDialog {...dialog} closeOnClickOutside={false}>
      <Stack>
        <TextInput
          label={translate('voice.name')}
          withAsterisk
          maxLength={64}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group>
          <FormWork value={countWork}>
            <RecordButton hasAudio={audio !== null} onRecorded={take} onProblem={setProblem} />
          </FormWork>
          <FileButton
            accept="audio/*"
            resetRef={reset}
            onChange={(file) => {
              reset.current?.();
              if (file) void take(file);
            }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {translate('voice.upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Text size="xs" c="dimmed">
          {translate('voice.limits')}
        </Text>
        <div aria-live="polite">
          {problem && (
            <Text size="sm" c="red">
              {translate(problem)}
            </Text>
          )}
        </div>
        {audio && (
          // biome-ignore lint/a11y/useMediaCaption: a recording of the user has no captions
          <audio controls src={audio.url} aria-label={translate('voice.listen')} style={{ width: '100%' }} />
        )}
        <DialogButtons>
          <Button
            loading={isSaving}
            disabled={!audio || name.trim() === ''}
            onClick={() => audio && void save(audio.file)}
          >
            {translate('voice.save')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}

function RecordButton({
  hasAudio,
  onRecorded,
  onProblem,
}: {
  readonly hasAudio: boolean;
  readonly onRecorded: (recording: Blob) => Promise<void>;
  readonly onProblem: (problem: Problem | null) => void;
}) {
  const translate = useTranslations(voiceTexts);
  const recorder = useRef<Recorder | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  /** Waits for the browser, which may ask for the microphone. */
  const [isStarting, setStarting] = useState(false);
  const isRecording = seconds !== null;
  useWork(isRecording || isStarting);
  /** The start that is waited for. Null: a recorder that begins by now is not wanted. */
  const awaited = useRef<symbol | null>(null);
  useEffect(
    () => () => {
      awaited.current = null;
      recorder.current?.cancel();
      recorder.current = null;
      // In a hidden tab the button stays.
      setStarting(false);
      setSeconds(null);
    },
    [],
  );

  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(() => setSeconds((counted) => (counted ?? 0) + 1), 1_000);
    return () => clearInterval(timer);
  }, [isRecording]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: ends once, when the counter has reached its end
  useEffect(() => {
    if (seconds !== null && seconds >= maxRecordedSeconds) void stop();
  }, [seconds]);

  async function start(): Promise<void> {
    if (awaited.current) return;
    const attempt = Symbol('start');
    awaited.current = attempt;
    setStarting(true);
    onProblem(null);
    const started = await startRecorder().catch(() => null);
    if (awaited.current !== attempt) return started?.cancel();
    awaited.current = null;
    setStarting(false);
    recorder.current = started;
    if (started) setSeconds(0);
    else onProblem('voice.noMicrophone');
  }

  async function stop(): Promise<void> {
    const stopped = recorder.current;
    recorder.current = null;
    setSeconds(null);
    if (stopped) await onRecorded(await stopped.stop());
  }

  if (isRecording) {
    return (
      <Group>
        <Button color="red" onClick={() => void stop()}>
          {translate('voice.stop')}
        </Button>
        <Text size="sm">{translate('voice.recording', { time: clock(seconds) })}</Text>
      </Group>
    );
  }
  return (
    <Button loading={isStarting} onClick={() => void start()}>
      {translate(hasAudio ? 'voice.recordAgain' : 'voice.record')}
    </Button>
  );
}
