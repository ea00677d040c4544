import { App } from 'aws-cdk-lib';
import { MailfoldStack } from '../lib/mailfold-stack.ts';

const app = new App();
// Account and region are left open: the template is the same for all, and is made without credentials.
new MailfoldStack(app, app.node.tryGetContext('stackName') ?? 'Mailfold');
