/** Thrown when a template cannot be rendered at all. The message is for administrators and carries no data. */
export class TemplateError extends Error {
  override name = 'TemplateError'
}
