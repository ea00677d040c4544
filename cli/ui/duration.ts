/** `12 s`, `5 min`, `3 h`, `2 d`. */
export function showAge(since: Date, now = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
  return seconds < 120 ? `${seconds} s` : showLong(seconds);
}

/** `1.3 s`, `5 min`; negative when the clock of the sender is ahead. */
export function showLag(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  const sign = milliseconds < 0 ? '-' : '';
  return sign + (seconds < 120 ? `${seconds.toFixed(1)} s` : showLong(seconds));
}

function showLong(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
