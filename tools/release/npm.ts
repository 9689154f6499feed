import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../process.mjs'

/** Of the tree: what runs, and what says what it is. The packages come from the registry, and the sources are in the bundle. */
const parts = [
  'server/serve.mjs',
  'server/stack-maps.mjs',
  'server/dist',
  'server/src/migrations',
  'web/dist',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
]

interface Manifest {
  version: string
  license: string
  engines: object
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

const readManifest = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Manifest

/**
 * The package for `npx @twofold/server`: the server as one bundle with its pages. PostgreSQL and Node.js are optional dependencies, so that it
 * also installs where there are none for the platform. Returns the file.
 */
export async function packNpm(tree: string, folder: string, version: string): Promise<string> {
  const staging = join(folder, 'npm')
  await rm(staging, { recursive: true, force: true })
  for (const part of parts) await cp(join(tree, part), join(staging, part), { recursive: true })
  await mkdir(join(staging, 'bin'))
  await cp(join(root, 'packaging', 'npx.mjs'), join(staging, 'bin', 'twofold.mjs'))
  await chmod(join(staging, 'bin', 'twofold.mjs'), 0o755)
  const { license, dependencies, optionalDependencies } = await readManifest(join(root, 'server', 'package.json'))
  const runtime = await readManifest(join(root, 'tools', 'node-runtime', 'package.json'))
  const manifest = {
    name: '@twofold/server',
    version,
    description: 'A self-hosted vault for two-factor keys that people share',
    license,
    type: 'module',
    bin: { twofold: 'bin/twofold.mjs' },
    engines: { node: '>=20' },
    dependencies: await neededBy(join(staging, 'server', 'dist'), dependencies),
    optionalDependencies: { ...optionalDependencies, ...runtime.optionalDependencies },
  }
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  // npm packs the rights as they are, which here come from the umask.
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', staging])
  const { npm_config_local_prefix: _prefix, INIT_CWD: _cwd, ...env } = process.env
  execFileSync('npm', ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staging,
    env,
    stdio: 'ignore',
  })
  await rm(staging, { recursive: true })
  return join(folder, `twofold-server-${version}.tgz`)
}

/** Those that the bundle names; it holds the others. */
async function neededBy(bundle: string, dependencies: Record<string, string>): Promise<Record<string, string>> {
  const files = (await readdir(bundle)).filter((name) => name.endsWith('.mjs'))
  const code = (await Promise.all(files.map((name) => readFile(join(bundle, name), 'utf8')))).join('\n')
  const isNamed = (name: string) =>
    ["'", '"', '`'].some((quote) => code.includes(quote + name + quote) || code.includes(`${quote}${name}/`))
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith('@twofold/') && isNamed(name)))
}
