/** An error of an AWS API: the SDK throws the exception that `code` names. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
