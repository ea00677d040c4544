/** An error as a service's API gives it: the SDK turns the code into the exception of that name. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
