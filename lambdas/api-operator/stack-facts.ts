import type { HealthSubject, Repair } from '../../app/ports/health.ts';
import type { Entrance } from '../../app/setup.ts';
import type { ProviderManifest } from '../../providers/manifest.ts';
import { manifestOf, sourceProvider, topicProvider } from '../../providers/manifests.ts';
import type { StackFacts } from './environment.ts';

/** Where the events of each provider go. The topic always exists. */
export function entrancesOf({ apiUrl, senders, configurationSet }: StackFacts, topicArn: string): Entrance[] {
  const names = [...new Set([...senders, topicProvider.name])];
  return names.map((name) => {
    const manifest: ProviderManifest = manifestOf(name) ?? { ...sourceProvider, title: name };
    const { title, transport, key, ownListUrl } = manifest;
    return {
      name,
      title,
      transport,
      ...(senders.includes(name) && { url: `${apiUrl}/webhooks/${name}` }),
      ...(transport === 'topic' && { topicArn, ...(configurationSet && { configurationSet }) }),
      ...(ownListUrl && { ownListUrl }),
      needsKey: key.source === 'secret',
    };
  });
}

/** Where a local run has the services of AWS. */
type LocalEndpoints = { readonly aws: string; readonly dynamoDb: string };

/** The variables with which a local run leads AWS clients to itself. A function on AWS has none of them. */
export function localEndpointsIn(
  variables: Readonly<Record<string, string | undefined>>,
): LocalEndpoints | undefined {
  const { AWS_ENDPOINT_URL: aws, AWS_ENDPOINT_URL_DYNAMODB: dynamoDb = aws } = variables;
  return aws === undefined || dynamoDb === undefined ? undefined : { aws, dynamoDb };
}

export function healthSubjectOf(
  facts: StackFacts,
  stackName: string,
  local: LocalEndpoints | undefined,
): HealthSubject {
  return {
    keyed: facts.senders.filter((name) => manifestOf(name)?.key.source !== 'setting'),
    isChosen: facts.isChosen,
    topicProvider,
    usesTopic: facts.configurationSet !== undefined,
    commandFor: (repair) => (local ? localCommandFor(repair, local) : commandFor(repair, stackName)),
  };
}

/** For whoever reads the answer and has access to the stack. */
function commandFor(repair: Repair, stackName: string): string {
  switch (repair.by) {
    case 'mailfold':
      return `npx mailfold ${repair.words} --stack ${stackName}`;
    case 'aws':
      return `aws ${repair.words}`;
    case 'deploying':
      return 'deploy the stack again';
    case 'reverting drift':
      return 'deploy the stack again, with --revert-drift';
    case 'getting access':
      return 'try again; if it stays, deploy the stack again, with --revert-drift';
    case 'reading':
      return repair.text;
  }
}

/** The command line finds a local run by itself, and takes a name for that of a stack on AWS. */
function localCommandFor(repair: Repair, { aws, dynamoDb }: LocalEndpoints): string {
  switch (repair.by) {
    case 'mailfold':
      return `npx mailfold ${repair.words}`;
    case 'aws':
      return `aws ${repair.words} --endpoint-url ${repair.words.startsWith('dynamodb ') ? dynamoDb : aws}`;
    case 'deploying':
    case 'reverting drift':
      return 'npm start';
    case 'getting access':
      return 'check that `npm start` is still running';
    case 'reading':
      return repair.text;
  }
}
