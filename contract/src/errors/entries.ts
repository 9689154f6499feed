/** HTTP status and English message of each error, by code. `{name}` marks a parameter. */
export type ErrorEntries = Readonly<Record<string, { status: number; message: string }>>
