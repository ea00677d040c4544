import type { StackProps } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { refuseSettingsInContext } from './context-settings.ts';
import { addEmptyingLog } from './emptying-log.ts';
import { Mailfold } from './mailfold.ts';
import { outputs } from './outputs.ts';
import { propsOfSettings } from './props-of-settings.ts';
import { checkSettings, type Settings } from './settings.ts';

export interface MailfoldStackProps extends StackProps {
  /** The stage that is deployed, for the output with the deployed settings. @default - none */
  readonly stage?: string;
  /** @default - every setting has its default */
  readonly settings?: Settings;
}

/** A stack with one Mailfold, made from plain settings, and with outputs for scripts and the command line. */
export class MailfoldStack extends Stack {
  readonly mailfold: Mailfold;

  constructor(scope: Construct, id: string, props: MailfoldStackProps = {}) {
    const { stage, settings: given = {}, ...stackProps } = props;
    super(scope, id, {
      description: 'Mailfold: folds webhooks of email providers into one state per message and address',
      ...stackProps,
    });
    refuseSettingsInContext(this.node.getAllContext());
    const settings = checkSettings({ ...given });
    this.mailfold = new Mailfold(this, 'Mailfold', propsOfSettings(this, settings));
    this.mailfold.addOutputs();
    if (this.mailfold.lake) addEmptyingLog(this, this.mailfold.lake.bucket);
    new CfnOutput(this, outputs.deployedSettings, {
      value: JSON.stringify({ stage, settings }),
      description: 'What was deployed, as JSON; a deployment that would remove a setting stops',
    });
  }
}
