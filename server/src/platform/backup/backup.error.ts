/** Something that a person can do something about; the message is one or more plain sentences. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A file that was changed on its way or on its disk, at whatever place. */
export function damaged(what: string, cause?: unknown): BackupError {
  return new BackupError(`This backup is damaged: ${what}. Nothing was restored from it; use another copy.`, { cause })
}

export function cutOff(): BackupError {
  return new BackupError('This backup is not whole: it was cut off before its end. Nothing was restored from it; use another copy.')
}
