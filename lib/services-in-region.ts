import { BadSetting } from './bad-setting.ts';

/** What a stack asks for that not every region has. */
export type AskedServices = { readonly configurationSet: boolean; readonly userPool: boolean };

/** There is no SES in China, and no user pool of Cognito: CloudFormation would find out halfway through a deployment. */
export function checkServices(region: string, { configurationSet, userPool }: AskedServices): void {
  if (!region.startsWith('cn-')) return;
  if (configurationSet)
    throw new BadSetting(
      `expected neither sesConfigurationSet nor existingSesConfigurationSet in ${region}, because that service does not exist there; remove the setting`,
    );
  if (userPool)
    throw new BadSetting(
      `expected console with consoleIssuer in ${region}, because Cognito has no user pools there; set consoleIssuer and consoleClientId, or remove console`,
    );
}
