/** A setting or prop that the user can put right: bin/app.ts shows it as one line, without a stack trace. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting';
}

/** A stage that was asked for, and that the settings do not have. */
export class UnknownStage extends BadSetting {}
