/** The message centre and feedback. Start reading here. */
import { feedbackFeedback } from '../../contracts/admin/resources/feedback-feedback.resource.ts';
import { feedbackMessage } from '../../contracts/admin/resources/feedback-message.resource.ts';
import { feedbackTemplate } from '../../contracts/admin/resources/feedback-template.resource.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { MailSend } from '../monitoring/mail.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Settings } from '../settings/settings.ts';
import { createFeedback, type Feedback } from './feedback.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { messageMail } from './message-mail.ts';
import { type MessageResource, messageResource } from './message-resource.ts';
import { createOutbox } from './outbox.ts';
import { type TemplateResource, templateResource } from './template-resource.ts';

export interface Messages {
  readonly resources: readonly BoundResource[];
  readonly written: Omit<MessageResource, 'service'>;
  readonly fillTemplate: TemplateResource['fill'];
  readonly inbox: Inbox;
  readonly feedback: Feedback;
  /** Sends what is due, and e-mails that wait, in the one process that runs jobs. Never rejects. */
  look(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

export interface MessagesDeps extends ResourceDeps {
  readonly log: Logger;
  readonly settings: Settings;
  readonly sendMail: MailSend | undefined;
  readonly version: string | undefined;
}

export function createMessages(deps: MessagesDeps): Messages {
  const mail = messageMail(deps);
  const outbox = createOutbox(deps);
  const messages = messageResource({ ...deps, outbox, hasMail: mail.isConfigured });
  const templates = templateResource(deps);
  const feedback = createFeedback(deps);
  return {
    resources: [
      { definition: feedbackFeedback, service: feedback.service },
      { definition: feedbackMessage, service: messages.service },
      { definition: feedbackTemplate, service: templates.service },
    ],
    written: messages,
    fillTemplate: templates.fill,
    inbox: createInbox(deps),
    feedback,
    async look() {
      await outbox.look();
      await mail.look();
    },
    stop() {
      outbox.stop();
      mail.stop();
    },
  };
}
