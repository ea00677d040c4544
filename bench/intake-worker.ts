import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { lambdaContext } from './lambda-context.ts';
import { simulatorFor } from './load/simulator-for.ts';

export type IntakeOrder = {
  readonly provider: string;
  readonly signingKey: string;
  readonly requests: number;
};
export type IntakeAnswer = { readonly cpuMicros: number; readonly wallMicros: number };

const { handler } = await import('../lambdas/receiver/handler.ts');

/** Requests with one event each, signed now. */
async function requestsFor({
  provider,
  signingKey,
  requests,
}: IntakeOrder): Promise<APIGatewayProxyEventV2[]> {
  const simulator = await simulatorFor(provider);
  return Array.from({ length: requests }, (_, index) => {
    const at = new Date();
    const event = {
      kind: 'delivered',
      to: [`user.${index}@customer.example`],
      messageId: `intake-${provider}-${index}`,
      at,
    };
    const [payload = Buffer.of()] = simulator.payloadsOf([event]);
    const { headers, body } = simulator.sign(
      payload,
      signingKey,
      at,
      `https://bench.example/webhooks/${provider}`,
    );
    return {
      headers,
      body: body.toString(),
      isBase64Encoded: false,
      routeKey: `POST /webhooks/${provider}`,
      requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
    } as unknown as APIGatewayProxyEventV2;
  });
}

process.on('message', async (order: IntakeOrder) => {
  const requests = await requestsFor(order);
  globalThis.gc?.();
  const wallBefore = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  // One after the other, as Lambda passes them to one environment.
  for (const request of requests) {
    const answer = (await handler(request, lambdaContext)) as { statusCode: number };
    if (answer.statusCode !== 200) throw new Error(`expected 200, found ${answer.statusCode}`);
  }
  const cpu = process.cpuUsage(cpuBefore);
  const answer: IntakeAnswer = {
    cpuMicros: cpu.user + cpu.system,
    wallMicros: Number(process.hrtime.bigint() - wallBefore) / 1_000,
  };
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
