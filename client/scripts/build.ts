// Writes the package into the folder that it is given, or client/dist: one module without dependencies, and its types.
import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const client = join(import.meta.dirname, '..')
const [, , folder = join(client, 'dist')] = process.argv

await rm(folder, { recursive: true, force: true })
const bundle = await rolldown({ cwd: client, input: { index: 'src/index.ts' }, platform: 'neutral', logLevel: 'warn' })
await bundle.write({ dir: folder, format: 'esm', minify: true })
await bundle.close()
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
execFileSync(process.execPath, [compiler, '-p', join(client, 'tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' })

// The compiler leaves the names of sources in declarations, where they name nothing.
for (const name of (await readdir(folder)).filter((file) => file.endsWith('.d.ts'))) {
  const file = join(folder, name)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.\/[\w.]+)\.ts'/g, "$1.js'"))
}
