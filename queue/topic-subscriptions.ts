/** A subscription as SNS lists it. */
export type Subscription = { readonly Protocol?: string; readonly SubscriptionArn?: string };

/** One that waits for confirmation has no ARN yet. */
export function isConfirmed({ SubscriptionArn }: Subscription): boolean {
  return SubscriptionArn?.startsWith('arn:') ?? false;
}

export function deliversToQueue(subscriptions: readonly Subscription[]): boolean {
  return subscriptions.some((each) => each.Protocol === 'sqs' && isConfirmed(each));
}
