import { describe } from 'vitest';
import { appearance } from './suites/appearance.ts';
import { handling } from './suites/handling.ts';
import { hosted } from './suites/hosted.ts';
import { operatorJobs } from './suites/operator-jobs.ts';
import { rates } from './suites/rates.ts';
import { supportJobs } from './suites/support-jobs.ts';
import { suppressionList } from './suites/suppression-list.ts';
import { hasChromium } from './support/chromium.ts';
import { aWorld } from './support/world.ts';

if (!hasChromium)
  process.stderr.write(
    '\nThe console is NOT tested: there is no Chromium here. Set MAILFOLD_CHROMIUM to the path of one.\n\n',
  );

describe.skipIf(!hasChromium)('the console', () => {
  const world = aWorld();
  supportJobs(world);
  suppressionList(world);
  rates(world);
  operatorJobs(world);
  hosted(world);
  handling(world);
  appearance(world);
});
