import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { type NamedPlace, type PlaceName, placeOf } from '../places.ts';
import { exact } from '../words/text.ts';

type Shown = { readonly place: NamedPlace; readonly Page: ComponentType };

const current = signal(new URL(location.href));

/** The page on the screen. The previous one stays until the next one has loaded. */
export const shown = signal<Shown | undefined>(undefined);
export const isLoading = signal(false);

export const query = computed(() => current.value.searchParams);
export const path = computed(() => current.value.pathname);

/** What the address bar says after the page's own part of the path, decoded. */
export const subject = computed(() => {
  const [, , ...rest] = current.value.pathname.split('/');
  try {
    return decodeURIComponent(rest.join('/'));
  } catch {
    return rest.join('/');
  }
});

export type Pages = Readonly<Record<PlaceName, () => Promise<{ readonly default: ComponentType }>>>;
let pages: Pages | undefined;

/** Loads a page, so that it is there when somebody goes to it. */
export async function loadPage(name: PlaceName): Promise<ComponentType | undefined> {
  return (await pages?.[name]())?.default;
}

export function startRouter(allPages: Pages): void {
  pages = allPages;
  history.scrollRestoration = 'manual';
  addEventListener(
    'popstate',
    (event) => void show(new URL(location.href), (event.state as Left | null) ?? {}),
  );
  document.addEventListener('click', followLink);
  void show(new URL(location.href), {});
}

/** Where somebody was when they left a page: how far down, and at which row. */
type Left = { readonly scroll?: number; readonly row?: string | undefined };

type Going = {
  readonly replace?: boolean;
  /** The row that leads there, to come back to. */
  readonly row?: string | undefined;
};

export function go(to: string, { replace = false, row }: Going = {}): void {
  const url = new URL(to, location.href);
  if (replace) history.replaceState(null, '', url);
  else {
    history.replaceState({ scroll: scrollY, row } satisfies Left, '');
    history.pushState(null, '', url);
  }
  void show(url, { scroll: replace ? scrollY : 0 });
}

/** Changes the query of the current page. An undefined value removes its key. */
export function refine(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  go(url.pathname + url.search, { replace: true });
}

async function show(url: URL, { scroll = 0, row }: Left): Promise<void> {
  const place = placeOf(url.pathname);
  const isSamePage = shown.value?.place === place && url.pathname === current.value.pathname;
  if (!isSamePage) isLoading.value = true;
  const Page = await loadPage(place.name);
  // Someone may have gone elsewhere while it loaded.
  if (!Page || (url.href !== location.href.split('#')[0] && url.href !== location.href)) return;
  isLoading.value = false;
  current.value = url;
  if (isSamePage) return;
  document.title = [...(subject.value ? [exact(subject.value)] : []), place.title, 'Mailfold'].join(' · ');
  const isFirst = shown.value === undefined;
  shown.value = { place, Page };
  requestAnimationFrame(() => {
    scrollTo(0, scroll);
    // So that screen readers and the keyboard continue in the new page.
    if (!isFirst) document.getElementById('main')?.focus({ preventScroll: true });
    if (row !== undefined) void focusRow(row);
  });
}

/** A list may have to be read again before it has the row. Whoever goes on meanwhile is left alone. */
async function focusRow(href: string): Promise<void> {
  const start = document.activeElement;
  for (let looks = 0; looks < 100 && document.activeElement === start; looks++) {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const row = rows.find((each) => each.getAttribute('href') === href);
    if (row) return row.focus();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href, { row: link.matches('[data-row]') ? (link.getAttribute('href') ?? undefined) : undefined });
}
