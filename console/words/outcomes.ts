import type { Cause, EventType } from '../types.ts';
import type { IconName } from '../ui/icon.tsx';

export type Tone = 'ok' | 'warn' | 'bad' | 'grave' | 'calm';

export type Outcome = { readonly word: string; readonly icon: IconName; readonly tone: Tone };

export const outcomes: Readonly<Record<EventType, Outcome>> = {
  processed: { word: 'Accepted', icon: 'send', tone: 'calm' },
  deferred: { word: 'Delayed', icon: 'clock', tone: 'warn' },
  delivered: { word: 'Delivered', icon: 'check', tone: 'ok' },
  open: { word: 'Opened', icon: 'eye', tone: 'ok' },
  click: { word: 'Clicked', icon: 'pointer', tone: 'ok' },
  soft_bounce: { word: 'Soft bounce', icon: 'redo', tone: 'warn' },
  hard_bounce: { word: 'Hard bounce', icon: 'cross', tone: 'bad' },
  dropped: { word: 'Not sent', icon: 'no', tone: 'bad' },
  complaint: { word: 'Spam complaint', icon: 'flag', tone: 'grave' },
  unsubscribe: { word: 'Unsubscribed', icon: 'bell', tone: 'calm' },
  resubscribe: { word: 'Subscribed again', icon: 'check', tone: 'calm' },
  unknown: { word: 'Unknown event', icon: 'question', tone: 'calm' },
};

export const causeOutcomes: Readonly<Record<Cause, Outcome>> = {
  complaint: outcomes.complaint,
  hard_bounce: outcomes.hard_bounce,
  dropped: outcomes.dropped,
  soft_bounce: { word: 'Repeated soft bounces', icon: 'redo', tone: 'warn' },
  unsubscribe: outcomes.unsubscribe,
  manual: { word: 'Suppressed by hand', icon: 'shield', tone: 'calm' },
};
