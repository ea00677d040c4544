import type { Mix, ProviderUsage } from './usage.ts';

// Written by `npm run bench -- usage --write`.

export const measuredOn = '2026-11-19';

/** A sender who uses several providers, with their shares of the messages. */
export const usualMix: Mix = {"sendgrid":0.4,"ses":0.3,"postmark":0.1,"mailgun":0.1,"resend":0.1};

export const measuredUsage: Readonly<Record<string, ProviderUsage>> = {
  "sendgrid": {
    "eventsPerMessage": 2.651,
    "once": {
      "apiRequests": 0.06051,
      "lambdaRequests": 0.111,
      "receiverGbSeconds": 0.0002687,
      "sqsRequests": 0.1616,
      "snsPublications": 0,
      "consumerGbSeconds": 0.0008675,
      "writeUnits": 2.019,
      "readUnits": 0.3169,
      "otherWriteUnits": 0.03798,
      "otherReadUnits": 0.02221,
      "eventBytes": 802.7,
      "statusBytes": 197.9,
      "indexBytes": 88.23,
      "addressBytes": 21.64,
      "logBytes": 111.6
    },
    "repeated": {
      "apiRequests": 0.06051,
      "lambdaRequests": 0.1152,
      "receiverGbSeconds": 0.0003292,
      "sqsRequests": 0.1699,
      "snsPublications": 0,
      "consumerGbSeconds": 0,
      "writeUnits": 0.0006437,
      "readUnits": 0.001287,
      "otherWriteUnits": 0,
      "otherReadUnits": 0,
      "eventBytes": 0,
      "statusBytes": 0,
      "indexBytes": 0,
      "addressBytes": 0,
      "logBytes": 112.7
    }
  },
  "ses": {
    "eventsPerMessage": 2.651,
    "once": {
      "apiRequests": 0,
      "lambdaRequests": 0.2462,
      "receiverGbSeconds": 0,
      "sqsRequests": 0.5993,
      "snsPublications": 1,
      "consumerGbSeconds": 0.002734,
      "writeUnits": 2.409,
      "readUnits": 0.4297,
      "otherWriteUnits": 0.03798,
      "otherReadUnits": 0.02221,
      "eventBytes": 1008,
      "statusBytes": 196,
      "indexBytes": 102.3,
      "addressBytes": 19.29,
      "logBytes": 338.6
    },
    "repeated": {
      "apiRequests": 0,
      "lambdaRequests": 0.4612,
      "receiverGbSeconds": 0,
      "sqsRequests": 0.9257,
      "snsPublications": 1,
      "consumerGbSeconds": 0.0001341,
      "writeUnits": 0.002897,
      "readUnits": 0,
      "otherWriteUnits": 0,
      "otherReadUnits": 0,
      "eventBytes": 0,
      "statusBytes": 0.0003219,
      "indexBytes": 0,
      "addressBytes": 0,
      "logBytes": 663.6
    }
  },
  "postmark": {
    "eventsPerMessage": 1.664,
    "once": {
      "apiRequests": 1,
      "lambdaRequests": 1.382,
      "receiverGbSeconds": 0.004862,
      "sqsRequests": 1.817,
      "snsPublications": 0,
      "consumerGbSeconds": 0.004053,
      "writeUnits": 2.658,
      "readUnits": 0.3997,
      "otherWriteUnits": 0.06051,
      "otherReadUnits": 0.03538,
      "eventBytes": 682.7,
      "statusBytes": 267.9,
      "indexBytes": 149,
      "addressBytes": 29.27,
      "logBytes": 1181
    },
    "repeated": {
      "apiRequests": 1,
      "lambdaRequests": 1.59,
      "receiverGbSeconds": 0.003854,
      "sqsRequests": 2.178,
      "snsPublications": 0,
      "consumerGbSeconds": 0.00009591,
      "writeUnits": 0.001538,
      "readUnits": 0,
      "otherWriteUnits": 0,
      "otherReadUnits": 0,
      "eventBytes": 0,
      "statusBytes": 0.0005128,
      "indexBytes": 0,
      "addressBytes": 0,
      "logBytes": 1459
    }
  },
  "mailgun": {
    "eventsPerMessage": 2.651,
    "once": {
      "apiRequests": 1,
      "lambdaRequests": 1.242,
      "receiverGbSeconds": 0.008514,
      "sqsRequests": 1.592,
      "snsPublications": 0,
      "consumerGbSeconds": 0.002605,
      "writeUnits": 3.403,
      "readUnits": 0.4324,
      "otherWriteUnits": 1.038,
      "otherReadUnits": 0.02221,
      "eventBytes": 850.2,
      "statusBytes": 182,
      "indexBytes": 93.5,
      "addressBytes": 18.28,
      "logBytes": 1005
    },
    "repeated": {
      "apiRequests": 1,
      "lambdaRequests": 1.469,
      "receiverGbSeconds": 0.00873,
      "sqsRequests": 1.939,
      "snsPublications": 0,
      "consumerGbSeconds": 0.0001791,
      "writeUnits": 1.003,
      "readUnits": 0,
      "otherWriteUnits": 1,
      "otherReadUnits": 0,
      "eventBytes": 0,
      "statusBytes": 0,
      "indexBytes": 0,
      "addressBytes": 0,
      "logBytes": 1347
    }
  },
  "resend": {
    "eventsPerMessage": 2.651,
    "once": {
      "apiRequests": 1,
      "lambdaRequests": 1.242,
      "receiverGbSeconds": 0.004495,
      "sqsRequests": 1.592,
      "snsPublications": 0,
      "consumerGbSeconds": 0.002598,
      "writeUnits": 2.403,
      "readUnits": 0.4324,
      "otherWriteUnits": 0.03798,
      "otherReadUnits": 0.02221,
      "eventBytes": 670.2,
      "statusBytes": 185,
      "indexBytes": 93.5,
      "addressBytes": 17.31,
      "logBytes": 1003
    },
    "repeated": {
      "apiRequests": 1,
      "lambdaRequests": 1.469,
      "receiverGbSeconds": 0.004667,
      "sqsRequests": 1.939,
      "snsPublications": 0,
      "consumerGbSeconds": 0.00009107,
      "writeUnits": 0.002897,
      "readUnits": 0,
      "otherWriteUnits": 0,
      "otherReadUnits": 0,
      "eventBytes": 0,
      "statusBytes": 0,
      "indexBytes": 0,
      "addressBytes": 0,
      "logBytes": 1345
    }
  }
};
