import { exitCodes, Problem } from './problem.ts';

/** Recognises an error by its name, its code or its message, and says what to do. */
type Known = { readonly when: RegExp; readonly advice: string };

const known: readonly Known[] = [
  {
    when: /ECONN.*127\.0\.0\.1/,
    advice: 'the local stack does not answer; check that `npm start` is still running',
  },
  {
    when: /Region is missing/,
    advice:
      'no AWS region is set; add --region (such as eu-west-1), or set AWS_REGION, or a region for your profile in ~/.aws/config',
  },
  {
    when: /ExpiredToken|RequestExpired|has expired|is expired|expired credentials/,
    advice:
      'your AWS credentials have expired; sign in again (`aws sso login`, or however you get them) and repeat the command',
  },
  {
    when: /Could not load credentials|CredentialsProviderError|TokenProviderError/,
    advice:
      'no AWS credentials were found; sign in (`aws configure` or `aws sso login`), or choose one of `aws configure list-profiles` with --profile',
  },
  {
    when: /InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|AuthFailure/,
    advice: 'AWS does not accept your credentials; sign in again, or choose a profile with --profile',
  },
  {
    when: /AccessDenied|UnauthorizedOperation|NotAuthorized/,
    advice:
      'your AWS credentials may not do this; choose another profile with --profile, or ask for the permission',
  },
  {
    when: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|TimeoutError|ENETUNREACH|EHOSTUNREACH/,
    advice: 'cannot reach AWS; check the network connection, and that the region exists',
  },
];

/** Says in one line what to do about an error of the AWS SDK. Undefined for other errors. */
export function awsProblem(error: unknown, profile?: string): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  const text = `${error.name} ${code ?? ''} ${error.message}`;
  const found = known.find(({ when }) => when.test(text));
  const whose = profile ? `with the AWS profile ${profile}: ` : '';
  return found && new Problem(`${whose}${found.advice} (${error.message})`, exitCodes.failure);
}
