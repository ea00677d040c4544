import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { BadSetting } from '../lib/bad-setting.ts';
import { MailfoldStack } from '../lib/mailfold-stack.ts';

const app = new App();
try {
  // No account and region: the template is the same for all of them, and needs no credentials.
  new MailfoldStack(app, app.node.tryGetContext('stackName') ?? 'Mailfold');
} catch (error) {
  if (!(error instanceof BadSetting)) throw error;
  process.stderr.write(`${error.message}; correct it in cdk.json, or in the option -c\n`);
  process.exit(1);
}
// A finding that is not acknowledged with a reason fails the synthesis.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
