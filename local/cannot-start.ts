/** Something the user can put right: shown as one line, without a stack trace. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
