import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { BadSetting } from '../lib/bad-setting.ts';
import { refuseSettingsInContext } from '../lib/context-settings.ts';
import { MailfoldStack } from '../lib/mailfold-stack.ts';
import { readStage } from '../lib/settings-file.ts';

/** The context has the options of `npm run deploy`: which stage, in which file. */
async function addStack(app: App): Promise<void> {
  refuseSettingsInContext(app.node.getAllContext(), ['stackName']);
  const file = app.node.tryGetContext('config');
  const { name, stackName, settings, problem } = await readStage(app.node.tryGetContext('stage'), { file });
  try {
    // No account and region: the template is the same for all of them, and needs no credentials.
    new MailfoldStack(app, stackName, { stage: name, settings });
  } catch (error) {
    throw error instanceof BadSetting ? problem(error) : error;
  }
}

const app = new App();
try {
  await addStack(app);
} catch (error) {
  if (!(error instanceof BadSetting)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
// A finding that is not acknowledged with a reason fails the synthesis.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
