'use client';
import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { voiceTexts } from '../../../../lib/i18n/console/voices.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
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
    <PageDialog onClose={onClose} title={translate('voice.add')}>
      <Stack>
        <TextInput
          label={translate('voice.name')}
          withAsterisk
          maxLength={64}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group>
          <RecordButton hasAudio={audio !== null} onRecorded={take} onProblem={setProblem} />
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
  const isRecording = seconds !== null;
  useEffect(() => () => recorder.current?.cancel(), []);

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
    onProblem(null);
    try {
      recorder.current = await startRecorder();
      setSeconds(0);
    } catch {
      onProblem('voice.noMicrophone');
    }
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
    <Button onClick={() => void start()}>{translate(hasAudio ? 'voice.recordAgain' : 'voice.record')}</Button>
  );
}
