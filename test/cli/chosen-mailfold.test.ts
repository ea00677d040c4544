import { describe, expect, it } from 'vitest';
import { outputsOfMailfold, splitStack } from '../../cli/chosen-mailfold.ts';

const one = { MailfoldName: 'Mailfold', ApiUrl: 'https://one' };
const shop = { ShopMailfoldName: 'Shop_Mail', ShopApiUrl: 'https://shop', Bucket: 'theirs' };
const two = { ...shop, NewsMailfoldName: 'Shop_News', NewsApiUrl: 'https://news' };

describe('the Mailfold of a stack', () => {
  it.each([
    ['alone', 'Mailfold', one, 'https://one'],
    ['with a prefix', 'Shop', shop, 'https://shop'],
    ['with a prefix that is named', 'Shop/Shop', shop, 'https://shop'],
    ['beside another', 'Shop/News', two, 'https://news'],
    ['of a version without a name', 'Old', { ApiUrl: 'https://old' }, 'https://old'],
  ])('is found %s', (_, given, outputs, url) => {
    const { stackName, prefix } = splitStack(given);
    expect(outputsOfMailfold(stackName, outputs, prefix)['ApiUrl']).toBe(url);
  });

  it.each([
    ['Shop', two, 'found 2 of them; choose one: --stack Shop/Shop or --stack Shop/News'],
    ['Shop/Mail', two, 'found no Mail; choose one: --stack Shop/Shop or --stack Shop/News'],
    ['Other/Mail', { Bucket: 'theirs' }, 'found no Mail; leave out what follows the /'],
  ])('is asked for if %s is not clear', (given, outputs, message) => {
    const { stackName, prefix } = splitStack(given);
    expect(() => outputsOfMailfold(stackName, outputs, prefix)).toThrow(message);
  });
});
