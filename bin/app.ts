import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { MailfoldStack } from '../lib/mailfold-stack.ts';

const app = new App();
// No account and region: the template is the same for all of them, and needs no credentials.
new MailfoldStack(app, app.node.tryGetContext('stackName') ?? 'Mailfold');
// A finding that is not acknowledged with a reason fails the synthesis.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
