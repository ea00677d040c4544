/** Strokes on a grid of 16 by 16. */
const paths = {
  alert:
    'M8 5.5v3M8 11h.01M7 2.6 1.8 11.7a1.2 1.2 0 0 0 1 1.8h10.4a1.2 1.2 0 0 0 1-1.8L9 2.6a1.2 1.2 0 0 0-2 0z',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  at: 'M10.7 8a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0zm0 0v.8a1.8 1.8 0 0 0 3.5 0V8a6.2 6.2 0 1 0-2.5 5',
  bell: 'M2 2l12 12M6.5 13.5h3M4.2 5.5v2.7L3 11h8M6 3a3.8 3.8 0 0 1 5.8 3.2v2',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  check: 'M3.5 8.5l3 3 6-7',
  clock: 'M8 4.5V8l2.3 1.6M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z',
  cross: 'M4 4l8 8M12 4l-8 8',
  download: 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10',
  dot: 'M9.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM9.8 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  flag: 'M4 14V2.8M4 3h7.5l-1.7 3 1.7 3H4',
  heart: 'M1.8 8h2.7l1.7-4.5 3 9L11 8h3.2',
  home: 'M2.5 7.5L8 2.8l5.5 4.7M4 6.5v6.7h8V6.5M6.7 13V9.5h2.6V13',
  inbox: 'M2 9l2-5.5h8L14 9M2 9v4.5h12V9M2 9h3.5l1 2h3l1-2H14',
  info: 'M8 7.5V11M8 5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  keyboard: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M11.5 7h.01M5 9.5h6',
  leave: 'M9.5 2.5h-6v11h6M6.5 8h7M11 5.5L13.5 8 11 10.5',
  mail: 'M2.5 3.5h11v9h-11zM2.5 5L8 9l5.5-4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  moon: 'M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z',
  no: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM3.8 3.8l8.4 8.4',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3l7.5 5L5 13z',
  plug: 'M5.5 2v3M10.5 2v3M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12v2.5',
  pointer: 'M3.5 3.5l3.4 9 1.6-4 4-1.6z',
  pulse: 'M8 8h.01M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10',
  question: 'M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.4M8 11.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  redo: 'M13 3.5V7H9.5M13 7A5.5 5.5 0 1 0 13.3 9.5',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10 10l3.5 3.5',
  send: 'M14 2L7.5 8.5M14 2l-4.2 12-2.3-5.5L2 6.2z',
  shield: 'M8 1.8l5 2v3.7c0 3.3-2.1 5.5-5 6.7-2.9-1.2-5-3.4-5-6.7V3.8zM5.8 7.8l1.6 1.6 2.8-3.2',
  sun: 'M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  upload: 'M8 11V3M4.5 6L8 2.5 11.5 6M3 13.5h10',
} as const;

export type IconName = keyof typeof paths;

/** Decoration: the words beside it say the same. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      class="icon"
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg aria-hidden="true" width="24" height="24" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" fill="#4653d8" />
      <path d="M7 11.5 16 18l9-6.5V22a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 7 22z" fill="#fff" />
      <path d="M7 11.5 16 18l9-6.5-1.2-2.3a1.4 1.4 0 0 0-1.2-.7H9.4a1.4 1.4 0 0 0-1.2.7z" fill="#b9c0ff" />
    </svg>
  );
}
