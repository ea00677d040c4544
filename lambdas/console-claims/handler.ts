import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/**
 * Cognito calls it before it issues tokens. Adds the e-mail address to the access token, which otherwise names people by a
 * random id: the history of an address must say who released it. An address that was not verified could be anybody's.
 */
export async function handler(
  event: PreTokenGenerationV2TriggerEvent,
): Promise<PreTokenGenerationV2TriggerEvent> {
  const { email, email_verified: isVerified } = event.request.userAttributes;
  if (!email || isVerified !== 'true') return event;
  return {
    ...event,
    response: {
      claimsAndScopeOverrideDetails: { accessTokenGeneration: { claimsToAddOrOverride: { email } } },
    },
  };
}
