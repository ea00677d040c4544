import { join } from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { readStaticFiles } from '../../serving/static-files.ts';
import { readEnvironment } from '../read-environment.ts';
import { answerFile } from './answer-file.ts';
import { filesVariables, type SignIn } from './environment.ts';

const signIn = JSON.parse(readEnvironment(filesVariables, 'lib/hosted-console.ts').SIGN_IN) as SignIn;
// Beside the bundle: lib/function-bundles.ts copies them there.
const files = readStaticFiles(join(import.meta.dirname, 'files'));

export async function handler({
  rawPath,
  headers,
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  if (!files) throw new Error('expected the pages of the console beside the function, found none');
  const request = { path: rawPath, acceptEncoding: headers['accept-encoding'] };
  const { status, headers: sent, body } = answerFile(request, files, signIn);
  return { statusCode: status, headers: sent, body: body.toString('base64'), isBase64Encoded: true };
}
