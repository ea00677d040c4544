/** The console loads nothing from elsewhere, runs nothing that is written into a page, and cannot be framed. */
function contentSecurityPolicy(connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** For everything that the console's server answers. `connectTo`: other origins that its pages may ask. */
export function securityHeaders(connectTo: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(connectTo),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Answers with data of people are not kept by any cache. */
export const notKept = { 'cache-control': 'no-store' } as const;
