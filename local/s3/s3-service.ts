import type { AwsAnswer, AwsCall, AwsRequest, AwsService } from '../aws-service.ts';
import type { Emulator } from '../emulator.ts';
import { readS3Request } from './s3-request.ts';
import { s3Rights } from './s3-rights.ts';

/** Passes calls on to the emulator, and refuses those that it would not carry out as S3 does. */
export function createS3Service(emulator: Emulator): AwsService {
  return {
    name: 's3',
    read: readS3Request,
    rights: s3Rights,
    errorAnswer,
    async answer(call, request) {
      const unsupported = whatIsMissing(call, request);
      if (unsupported) return errorAnswer(501, 'NotImplemented', unsupported);
      return emulator.forward(request);
    },
  };
}

function whatIsMissing({ action }: AwsCall, { headers }: AwsRequest): string | undefined {
  if (/ /.test(action)) return `the local stack has no S3 action for ${action}`;
  // The emulator ignores conditions except when it reads an object. A program that relies on one, for example to write
  // an object only once, would seem to work here.
  const [condition] = Object.keys(headers).filter((name) => /^(if-|x-amz-.*-if-)/.test(name));
  if (condition && action !== 'GetObject') {
    return `the local stack's S3 ignores conditions, and this ${action} has ${condition}; do without it`;
  }
  return undefined;
}

function errorAnswer(status: number, code: string, message: string): AwsAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
