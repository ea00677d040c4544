import type { Duration } from 'aws-cdk-lib';
import type { DimensionSettings, DomainRules } from '../core/dimension-settings.ts';
import type { Dimension } from '../core/email-event.ts';

/** The history of all events, and by what it can be grouped. */
export interface LakeProps {
  /** How long events are kept. Whole days, at least 31. @default - for ever */
  readonly retention?: Duration;
  /**
   * The sending domain of each provider's mail, by provider name: a domain for all of it, or by tag, stream or server. Needed
   * for providers that do not tell it with every event (docs/analytics.md).
   * @default - as the provider tells it
   */
  readonly sendingDomains?: Readonly<Record<string, string | DomainRules>>;
  /**
   * Names of the custom arguments of your sends that tell a dimension: `{ domain: 'from_domain' }`.
   * @default - none
   */
  readonly dimensionsFromMetadata?: DimensionSettings['fromMetadata'];
  /**
   * Custom arguments of your sends that become dimensions of their own. Choose none that identifies a person.
   * @default - none: custom arguments stay out of the lake
   */
  readonly metadata?: readonly string[];
  /**
   * Dimensions that all events about your mail have although the provider does not promise it, by provider name. A dimension
   * that only bad news tells would bias every rate.
   * @default - none
   */
  readonly alwaysTold?: Readonly<Record<string, readonly Dimension[]>>;
}
