import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/forms.css';
import './styles/tables.css';
import './styles/charts.css';
import './styles/motion.css';
import { pages } from './pages.ts';
import { listenToKeys } from './state/keyboard.ts';
import { keepPreferences } from './state/preferences.ts';
import { startRouter } from './state/router.ts';
import { startSession } from './state/session.ts';
import { Shell } from './ui/shell.tsx';

const app = document.getElementById('app');
if (!app) throw new Error('expected an element with the id "app"');
keepPreferences();
listenToKeys();
// What index.html shows until then.
app.replaceChildren();
render(<Shell />, app);
// Pages ask the API as soon as they are shown, so the cookie has to be there first.
await startSession();
startRouter(pages);
