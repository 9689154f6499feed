/** A moment as `<input type="datetime-local">` has it, in the zone of this browser: '2026-11-20T22:00'. */
export function toLocalInput(time: number): string {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Undefined for what is no moment. */
export function fromLocalInput(text: string): string | undefined {
  const time = new Date(text).getTime()
  return text === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
