import { providersPage } from '../providers/providers-page.ts';

process.stdout.write(providersPage());
