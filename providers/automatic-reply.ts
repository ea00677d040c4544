/** The bounce classes, in lower case, under which Amazon's mail service also reports automatic replies. */
const classes = [/^transient\/general$/, /^undetermined(?:\/|$)/];

/** Marks a bounce that may be an automatic reply: the mail arrived, and its recipient is out of office. */
export function automaticReplyMark(bounceClass: string): { readonly mayBeAutomaticReply?: true } {
  return classes.some((each) => each.test(bounceClass.toLowerCase())) ? { mayBeAutomaticReply: true } : {};
}
