import { permissionsPage } from '../lib/permissions-page.ts';

process.stdout.write(permissionsPage());
