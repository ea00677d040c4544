import { lazily } from './lazily.tsx';

export const ReleaseDialog = lazily(async () => (await import('./release-dialog.tsx')).ReleaseDialog);
export const ReleaseManyDialog = lazily(
  async () => (await import('./release-many-dialog.tsx')).ReleaseManyDialog,
);
export const SuppressDialog = lazily(async () => (await import('./suppress-dialog.tsx')).SuppressDialog);
export const ImportDialog = lazily(async () => (await import('./import-dialog.tsx')).ImportDialog);
export const RedriveDialog = lazily(async () => (await import('./redrive-dialog.tsx')).RedriveDialog);
