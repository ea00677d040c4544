import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { MailfoldStack } from '../lib/mailfold-stack.ts';

const app = new App();
// Account and region are left open: the template is the same for all, and is made without credentials.
new MailfoldStack(app, app.node.tryGetContext('stackName') ?? 'Mailfold');
// A finding that nobody has acknowledged, with a reason, ends the synthesis.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
