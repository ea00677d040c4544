import type { HealthSubject, Repair } from '../../app/ports/health.ts';
import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { manifestOf, namesWithSecret, providerNames, topicProvider } from '../../providers/manifests.ts';
import { awsCommand, deployCommand, mailfoldCommand, revertDriftCommand } from '../next-commands.ts';
import type { Target } from '../target.ts';

/** What is known about a stack from its outputs. */
export function healthSubjectOf(target: Target): HealthSubject {
  const sources = Object.keys(JSON.parse(target.output(outputs.standardWebhookSources)));
  const keyed = [...providerNames, ...sources].filter(
    (name) => manifestOf(name)?.key.source !== 'setting' && target.hasOutput(webhookUrlOutput(name)),
  );
  return {
    keyed,
    // Without the setting that names the providers in use, all of them have a URL.
    isChosen: !namesWithSecret.every((name) => keyed.includes(name)),
    topicProvider,
    usesTopic: target.hasOutput(outputs.sesConfigurationSetName),
    commandFor: (repair) => commandFor(repair, target),
  };
}

function commandFor(repair: Repair, target: Target): string {
  switch (repair.by) {
    case 'mailfold':
      return mailfoldCommand(repair.words, target);
    case 'aws': {
      const isDynamoDb = repair.words.startsWith('dynamodb ');
      return awsCommand(repair.words, isDynamoDb ? { ...target, settings: target.dynamoDbSettings } : target);
    }
    case 'deploying':
      return deployCommand(target);
    case 'reverting drift':
      return revertDriftCommand(target);
    case 'getting access':
      return target.isLocal
        ? 'check that `npm start` is still running'
        : 'check your AWS credentials, region and permissions';
    case 'reading':
      return repair.text;
  }
}
