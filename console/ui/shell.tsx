import { useSignal, useSignalEffect } from '@preact/signals';
import { home, places } from '../places.ts';
import { isSignedOut } from '../state/ask.ts';
import { isHelpOpen } from '../state/keyboard.ts';
import { theme, zone } from '../state/preferences.ts';
import { isLoading, loadPage, path, shown } from '../state/router.ts';
import { me, signOut } from '../state/session.ts';
import { toast } from '../state/toast.ts';
import { shortName } from '../words/text.ts';
import { Dialog } from './dialog.tsx';
import { Faultless } from './faultless.tsx';
import { Help } from './help.tsx';
import { Icon, Mark } from './icon.tsx';
import { SearchBox } from './search-box.tsx';
import { SignedOut } from './signed-out.tsx';

export function Shell() {
  const isMenuOpen = useSignal(false);
  const setMenuOpen = (isOpen: boolean) => {
    isMenuOpen.value = isOpen;
  };
  useSignalEffect(() => {
    // Whoever chose a page wants to see it.
    if (shown.value) setMenuOpen(false);
  });
  const here = shown.value;
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {isLoading.value && <div class="progress" />}
      <aside class="side" aria-label="Navigation">
        <Navigation />
      </aside>
      <header class="bar">
        <button
          type="button"
          class="button button-quiet button-icon menu-button"
          aria-label="Menu"
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
        </button>
        {here?.place !== home && <SearchBox />}
      </header>
      <main class="main" id="main" tabIndex={-1}>
        {isSignedOut.value ? (
          <SignedOut />
        ) : (
          here && (
            <Faultless key={path.value}>
              <here.Page />
            </Faultless>
          )
        )}
      </main>
      {isMenuOpen.value && (
        <Dialog title="Menu" class="drawer" onClose={() => setMenuOpen(false)}>
          <Navigation />
        </Dialog>
      )}
      <Help />
      <div role="status" aria-live="polite">
        {toast.value !== '' && <div class="toast">{toast.value}</div>}
      </div>
    </div>
  );
}

function Navigation() {
  const here = shown.value?.place;
  return (
    <>
      <a class="brand" href="/">
        <Mark />
        Mailfold
      </a>
      <p class="stack-name cut">{me.value?.stack}</p>
      <nav class="nav" aria-label="Main">
        {places.map((place) => (
          <a
            key={place.name}
            href={`/${place.name}`}
            aria-current={place === here ? 'page' : undefined}
            onPointerEnter={() => void loadPage(place.name)}
          >
            <Icon name={place.icon} />
            {place.title}
            <span class="key" aria-hidden="true">
              g {place.key}
            </span>
          </a>
        ))}
      </nav>
      <div class="side-end nav">
        <button type="button" onClick={nextTheme}>
          <Icon name={theme.value === 'dark' ? 'moon' : 'sun'} />
          Theme: {theme.value}
        </button>
        <button
          type="button"
          onClick={() => {
            zone.value = zone.value === 'local' ? 'utc' : 'local';
          }}
        >
          <Icon name="clock" />
          Times: {zone.value === 'local' ? 'local' : 'UTC'}
        </button>
        <button
          type="button"
          onClick={() => {
            isHelpOpen.value = true;
          }}
        >
          <Icon name="keyboard" />
          Keyboard
        </button>
        {signOut.value && (
          <button type="button" onClick={signOut.value}>
            <Icon name="leave" />
            Sign out
          </button>
        )}
        <p class="person cut" title={me.value?.caller.name}>
          {shortName(me.value?.caller.name)}
        </p>
      </div>
    </>
  );
}

function nextTheme(): void {
  theme.value = theme.value === 'auto' ? 'light' : theme.value === 'light' ? 'dark' : 'auto';
}
