import { StartError } from '../start-error.ts'

/** The database server cannot be started; the message is a sentence for the person who starts Twofold. */
export class EmbeddedPostgresError extends StartError {
  override readonly name: string = 'EmbeddedPostgresError'
}

/** Another live process owns the data folder. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataFolderInUseError'
}
