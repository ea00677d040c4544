/** The enhanced status in a server's answer, such as 5.1.1. Only after a reply code is it a status, and not part of another number. */
export function smtpStatusIn(answer: string | undefined): string | undefined {
  return /\b[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer ?? '')?.[1];
}
