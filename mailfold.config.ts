import { defineStages } from './lib/stages.ts';

// What is deployed, and with which settings: this file is the only place for them, so commit it. docs/settings.md lists them.
//   npm run deploy -- --stage dev
//   npm run deploy -- --stage prod
// `npm start` runs `dev` on this machine.
export default defineStages({
  dev: {
    stackName: 'Mailfold-dev',
    settings: {
      // For trying things out: `npm run destroy -- --stage dev` then leaves nothing behind.
      removalPolicy: 'destroy',
      // Custom arguments of the sends tell what not every provider tells with every event. `mailfold seed` sends these.
      dimensionsFromMetadata: {
        domain: 'from_domain',
        stream: 'stream',
        template: 'template',
        'template-version': 'version',
      },
    },
  },
  prod: {
    stackName: 'Mailfold',
    // Name both, and no other credentials can deploy this stage by mistake:
    //   account: '111122223333',
    //   region: 'eu-west-1',
    settings: {
      // A new version of a function gets a tenth of the events first, and is taken back if it fails.
      rollout: 'canary',
      // The providers you use. Only they get a webhook URL.
      //   providers: ['sendgrid', 'ses'],
      // Who gets the alarms.
      //   alarmEmail: 'ops@example.com',
      // Once the first deployment has succeeded: nobody can delete the tables.
      //   deletionProtection: true,
    },
  },
});
