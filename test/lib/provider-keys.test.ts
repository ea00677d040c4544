import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const world = synthesize();

describe('the provider keys', () => {
  it('are one secret, empty at first, and the same in every template so that no deployment overwrites them', () => {
    const second = synthesize({ 'mailfold:throttleRate': 20 });
    expect(world.all('AWS::SecretsManager::Secret')).toMatchObject([{ SecretString: '{}' }]);
    expect(second.all('AWS::SecretsManager::Secret')).toEqual(world.all('AWS::SecretsManager::Secret'));
  });

  it('survive the stack, unless the settings say otherwise', () => {
    expect(world.resourceOf(world.mailfold.providerSecret)).toMatchObject({ DeletionPolicy: 'Retain' });
    const dropped = synthesize({ 'mailfold:removalPolicy': 'destroy' });
    expect(dropped.resourceOf(dropped.mailfold.providerSecret)).toMatchObject({ DeletionPolicy: 'Delete' });
  });
});
