/** The fields of SendGrid's own, of all event types. */
const ownNames = new Set([
  'asm_group_id',
  'attempt',
  'bounce_classification',
  'category',
  'cert_err',
  'domain',
  'email',
  'event',
  'from',
  'ip',
  'newsletter',
  'phase_id',
  'pool',
  'post_type',
  'reason',
  'response',
  'send_at',
  'smtp-id',
  'status',
  'timestamp',
  'tls',
  'type',
  'url',
  'url_offset',
  'useragent',
]);

const ownPrefixes = ['marketing_campaign_', 'mc_', 'sg_', 'singlesend_', 'template_'];

/**
 * SendGrid writes custom and unique arguments between its own fields, and its own win. A field that it adds one day counts as
 * an argument until it is listed here.
 */
export function isCustomArgument(name: string): boolean {
  return !ownNames.has(name) && !ownPrefixes.some((prefix) => name.startsWith(prefix));
}
