import { effect, signal } from '@preact/signals';

type Theme = 'auto' | 'light' | 'dark';
type Zone = 'local' | 'utc';

export const theme = signal<Theme>(stored('theme', ['auto', 'light', 'dark']));
export const zone = signal<Zone>(stored('zone', ['local', 'utc']));

/** The latest searches that found something, newest first. */
export const recent = signal<readonly string[]>(readRecent());

export function keepPreferences(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'auto') delete dataset['theme'];
    else dataset['theme'] = theme.value;
    store('theme', theme.value);
  });
  effect(() => store('zone', zone.value));
  effect(() => store('recent', JSON.stringify(recent.value)));
}

export function remember(path: string): void {
  recent.value = [path, ...recent.value.filter((each) => each !== path)].slice(0, 8);
}

function stored<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const text = read(name);
  return values.find((value) => value === text) ?? values[0];
}

function readRecent(): string[] {
  try {
    const list: unknown = JSON.parse(read('recent') ?? '[]');
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string' && each.startsWith('/')) : [];
  } catch {
    return [];
  }
}

// A browser can forbid storage; the console then forgets its settings at the end of the visit.
function read(name: string): string | null {
  try {
    return localStorage.getItem(`mailfold.${name}`);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`mailfold.${name}`, value);
  } catch {}
}
