/**
 * HTTP status and English message of an error. `{name}` marks a parameter. `one`: the message for a parameter `by` of 1, such as 'in 1 minute'.
 */
export interface ErrorEntry {
  status: number
  message: string
  one?: { by: string; message: string }
}

export type ErrorEntries = Readonly<Record<string, ErrorEntry>>
