import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const world = synthesize();

describe('the provider keys', () => {
  it('are one secret, empty at first, and the same in every template so that no deployment overwrites them', () => {
    const second = synthesize({ throttleRate: 20 });
    expect(world.propertiesOf(world.mailfold.providerSecret)).toMatchObject({ SecretString: '{}' });
    expect(second.propertiesOf(second.mailfold.providerSecret)).toEqual(
      world.propertiesOf(world.mailfold.providerSecret),
    );
  });

  it('survive the stack, unless the settings say otherwise', () => {
    expect(world.resourceOf(world.mailfold.providerSecret)).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
    });
    const dropped = synthesize({ removalPolicy: 'destroy' });
    expect(dropped.resourceOf(dropped.mailfold.providerSecret)).toMatchObject({ DeletionPolicy: 'Delete' });
  });
});
