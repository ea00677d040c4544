/** The folder of the local stack. With another one in MAILFOLD_DIR, a second stack can run beside it. */
export function localFolder(): string {
  return process.env['MAILFOLD_DIR'] ?? '.mailfold';
}
