import type { ComponentChildren } from 'preact';
import type { Trouble } from '../state/ask.ts';
import type { Tone } from '../words/outcomes.ts';
import { Icon, type IconName } from './icon.tsx';

type EmptyProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: Tone;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Whether it is all of the page. */
  readonly isPage?: boolean;
};

/** Says why there is nothing, and what to do next. */
export function Empty({ icon, title, tone = 'calm', children, actions, isPage = false }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div class="empty">
      <span class={`verdict-mark ${tone}`}>
        <Icon name={icon} size={20} />
      </span>
      <Heading>{title}</Heading>
      {children}
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}

/** What went wrong, in the API's words, and what to do. */
export function TroubleCard({ trouble, again }: { readonly trouble: Trouble; readonly again?: () => void }) {
  return (
    <div class="card" role="alert">
      <Empty
        icon="alert"
        tone={trouble.status === 403 ? 'calm' : 'bad'}
        title={titleOf(trouble.status)}
        actions={
          again && (
            <button type="button" class="button" onClick={again}>
              <Icon name="redo" />
              Try again
            </button>
          )
        }
      >
        {(trouble.status === 0 || trouble.status >= 500) && (
          <p>Try again in a minute. If it stays, show this to whoever runs Mailfold:</p>
        )}
        <p class="breaks">{trouble.message}</p>
      </Empty>
    </div>
  );
}

function titleOf(status: number): string {
  if (status === 0) return 'No answer';
  if (status === 401) return 'You are signed out';
  if (status === 403) return 'You may not see this';
  if (status === 404) return 'Not found';
  if (status === 429 || status === 503) return 'Mailfold is busy';
  return status < 500 ? 'This cannot be answered' : 'Mailfold has a problem';
}

type NoticeProps = { readonly tone: Tone; readonly icon?: IconName; readonly children: ComponentChildren };

export function Notice({ tone, icon = 'info', children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** Gray lines where text will be, as high as the text. */
export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="skeleton skeleton-line" style={{ width: `${[62, 84, 45, 70][line % 4]}%` }} />
      ))}
    </div>
  );
}

/** A card of the given height that waits for its content. */
export function SkeletonCard({ height, lines = 3 }: { readonly height: number; readonly lines?: number }) {
  return (
    <div class="card" aria-busy="true" style={{ minHeight: `${height}px` }}>
      <div class="card-body">
        <span class="visually-hidden">Loading</span>
        <SkeletonLines lines={lines} />
      </div>
    </div>
  );
}

/** Rows of a table that are on their way. */
export function SkeletonRows({ rows }: { readonly rows: number }) {
  return (
    <div class="skeleton-rows" aria-busy="true">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <div class="skeleton skeleton-line" style={{ width: `${[38, 52, 44, 60][row % 4]}%` }} />
        </div>
      ))}
    </div>
  );
}
