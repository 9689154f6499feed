import { type Spoken } from '../../platform/spoken.ts'

/** Thrown when a template cannot be rendered at all. The message is for administrators and carries no data. */
export class TemplateError extends Error {
  override name = 'TemplateError'
  readonly said: Spoken

  constructor(said: Spoken) {
    super(said)
    this.said = said
  }
}
