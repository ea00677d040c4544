import { describe, expect, it } from 'vitest';
import { marksIn } from './shots.ts';

describe('the name of an unreadable event', () => {
  it.each([
    ['JSON', '[{"poison":"soak-1-mixed-2"}]'],
    ['JSON in JSON', '{"body":"[{\\"poison\\":\\"soak-1-mixed-2\\"}]"}'],
    ['a form', 'events=%5B%7B%22poison%22%3A%22soak-1-mixed-2%22%7D%5D'],
  ])('is found in %s', (_, body) => {
    expect(marksIn(body)).toEqual(['soak-1-mixed-2']);
  });
});
