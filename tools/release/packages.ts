import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface InstalledPackage {
  folder: string
  name: string
  version: string
  license: string
}

/** Every package below `modules`, in the order of their folders; also those inside others. Links to workspaces are none. */
export async function installedPackages(modules: string): Promise<InstalledPackage[]> {
  const found: InstalledPackage[] = []
  for (const entry of (await readdir(modules, { withFileTypes: true })).toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const folder = join(modules, entry.name)
    if (entry.name.startsWith('@')) {
      found.push(...(await installedPackages(folder)))
      continue
    }
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { name = entry.name, version = '0', license = 'UNKNOWN' } = JSON.parse(text) as Partial<InstalledPackage> & { license?: unknown }
    found.push({ folder, name, version, license: typeof license === 'string' ? license : 'UNKNOWN' })
    found.push(...(await installedPackages(join(folder, 'node_modules')).catch(() => [])))
  }
  return found
}
