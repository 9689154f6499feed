import { findWaitingMigrations } from './platform/migrate.ts'
import { noInstallation, reachRunningDatabase, type DataOptions } from './platform/ground/reach-database.ts'
import { openData } from './start.ts'

/**
 * The data of an installation for a command beside it. It has to be there: a mistyped DATA_DIR or DATABASE_URL must not become a new, empty
 * installation, of which a backup says that all is well.
 */
export const openInstallation = (options: DataOptions) =>
  openData(options, async (given) => {
    const reached = await reachRunningDatabase(given)
    try {
      const { isEmpty } = await findWaitingMigrations(reached.owner ?? reached.connection)
      if (isEmpty) throw noInstallation(options.config)
      return reached
    } catch (error) {
      await reached.close()
      throw error
    }
  })
