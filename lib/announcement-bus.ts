import { Duration } from 'aws-cdk-lib';
import { type Archive, EventBus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';

export interface AnnouncementBusProps {
  readonly mailfoldName: string;
}

/** An EventBridge bus with every new event. Rules on it are the user's own. */
export class AnnouncementBus extends Construct {
  readonly bus: EventBus;
  /** Brings events of the last 30 days to a rule again. */
  readonly archive: Archive;

  constructor(scope: Construct, id: string, props: AnnouncementBusProps) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { description: `${props.mailfoldName}: events of mail` });
    this.archive = this.bus.archive('Archive', {
      description: `${props.mailfoldName}: events of the last 30 days, for replay`,
      eventPattern: { source: ['mailfold'] },
      // As long as event rows are kept by default.
      retention: Duration.days(30),
    });
  }
}
