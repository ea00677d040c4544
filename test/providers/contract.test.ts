import { describe } from 'vitest';
import { manifests } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { profiles } from '../../providers/profiles.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { itKeepsTheContract } from './contract.ts';

const verifierOf = verifiersWith([]);
const normalizerOf = normalizersWith({});

for (const manifest of manifests) {
  const { name } = manifest;
  const verifier = verifierOf(name);
  const normalizer = normalizerOf(name);
  const simulator = await simulatorOf(name);
  if (!verifier || !normalizer || !simulator) throw new Error(`${name} is not complete`);
  describe(name, () =>
    itKeepsTheContract({ manifest, profile: profiles[manifest.name], verifier, normalizer, simulator }),
  );
}
