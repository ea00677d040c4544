import type { OidcUser } from './tokens.ts';

/** Lets a person choose who to be: there are no passwords on this machine. */
export function signInPage(users: readonly OidcUser[], query: string): string {
  const buttons = users.map(
    ({ username, groups = [] }) =>
      `<button name="username" value="${escapeHtml(username)}">${escapeHtml(username)}<small>${escapeHtml(groups.join(', ') || 'no group')}</small></button>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in (local)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem; color-scheme: light dark; }
  button { display: block; width: 100%; margin: .5rem 0; padding: .75rem 1rem; font: inherit; text-align: left; cursor: pointer; }
  small { display: block; opacity: .7; }
</style>
<h1>Sign in as</h1>
<p>This provider runs on your machine and asks for no password.</p>
<form method="post" action="/authorize?${escapeHtml(query)}">${buttons.join('\n')}</form>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
