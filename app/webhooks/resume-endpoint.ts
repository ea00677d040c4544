import { type Answer, answer, refuse } from '../answer.ts';
import { type Endpoints, endpointNamed } from './endpoint.ts';

/** Delivers to a paused endpoint again. Events of the meantime stay set aside until somebody replays them. */
export async function resumeEndpoint(
  name: string,
  endpoints: Endpoints,
): Promise<Answer<{ setAside: number }>> {
  const endpoint = endpointNamed(name, endpoints);
  if (!endpoint.ok) return endpoint;
  if (!(await endpoints.log.resume(name))) return refuse('not-paused', 'the endpoint is not paused');
  return answer({ setAside: await endpoints.queuesOf(endpoint.value).setAside() });
}
