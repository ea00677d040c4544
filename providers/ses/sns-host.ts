/** The partitions in which SNS signs with certificates that sns-validator knows how to find, with their domains. */
const domains = new Map([
  ['aws', 'amazonaws.com'],
  ['aws-us-gov', 'amazonaws.com'],
  ['aws-cn', 'amazonaws.com.cn'],
]);

/**
 * Whether the URL is on the SNS host of the topic's region, over TLS. A certificate elsewhere could be anyone's. The
 * string is compared, not a parsed URL: parsers disagree about user names, ports and odd characters, and no URL of SNS
 * has any of them.
 */
export function isAtSnsOf(topicArn: string, url: string): boolean {
  const origin = originOf(topicArn);
  return origin !== undefined && url.startsWith(`${origin}/`);
}

/** The exact form of SNS certificate URLs. sns-validator caches certificates by URL: other URLs would fill its cache. */
export function isCertificateOf(topicArn: string, url: string): boolean {
  return isAtSnsOf(topicArn, url) && certificatePath.test(url.slice(originOf(topicArn)?.length));
}

const certificatePath = /^\/SimpleNotificationService-[\w-]{1,128}\.pem$/;

function originOf(topicArn: string): string | undefined {
  const [, partition = '', , region = ''] = topicArn.split(':');
  const domain = domains.get(partition);
  return domain && /^[a-z]{2}[a-z-]*-\d+$/.test(region) ? `https://sns.${region}.${domain}` : undefined;
}
