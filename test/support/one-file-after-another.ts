import { afterAll } from 'vitest';
import { restore } from './environment.ts';

// A worker runs many test files in one process, because loading the modules again takes longer than most of them. What a file
// changes in the environment ends with it.
const before = { ...process.env };
afterAll(() => restore(before));
