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

export function healthSubjectOf(facts: StackFacts, stackName: string): HealthSubject {
  return {
    keyed: facts.senders.filter((name) => manifestOf(name)?.key.source !== 'setting'),
    isChosen: facts.isChosen,
    topicProvider,
    usesTopic: facts.configurationSet !== undefined,
    commandFor: (repair) => commandFor(repair, stackName),
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
