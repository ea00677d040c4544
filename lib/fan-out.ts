import type { RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { AnnouncementBus } from './announcement-bus.ts';
import { Announcer } from './announcer.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import type { CompleteFanOut } from './complete-fan-out.ts';
import { WebhookSender } from './webhook-sender.ts';

export interface FanOutConstructProps extends CompleteFanOut {
  readonly mailfoldName: string;
  readonly messagesTable: ITable;
  /** Used instead of a new secret. */
  readonly existingSecret?: ISecret;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** Events for other programs: a bus, signed webhooks, or both. */
export class FanOut extends Construct {
  readonly announcer: Announcer;
  /** Undefined unless `eventBus` is set. */
  readonly bus?: IEventBus;
  /** Undefined without endpoints. */
  readonly sender?: WebhookSender;

  constructor(scope: Construct, id: string, props: FanOutConstructProps) {
    super(scope, id);
    const { eventBus, webhooks: endpoints } = props;
    if (eventBus) this.bus = new AnnouncementBus(this, 'Announcements', props).bus;
    if (endpoints.length > 0) this.sender = new WebhookSender(this, 'Sender', { ...props, endpoints });
    this.announcer = new Announcer(this, 'Announcer', {
      ...props,
      ...(this.bus && { bus: this.bus }),
      endpoints: this.sender?.endpoints ?? [],
    });
  }
}
