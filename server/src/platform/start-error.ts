/** Stops the start. The message is one or more plain sentences for the person who started the application; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError'
}
