import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes room for the files that applications of one run begin with (`startApplication`), and removes them after it. */
export default async function keepMigratedFiles() {
  const place = await mkdtemp(join(tmpdir(), 'twofold-e2e-files-'))
  process.env['TWOFOLD_E2E_FILES'] = place
  return () => rm(place, { recursive: true, force: true })
}
