/** The message says what is wrong with the expression of a schedule. */
export class InvalidSchedule extends Error {
  override readonly name = 'InvalidSchedule';
}
