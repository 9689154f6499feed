// Writes the program as one file into the folder that it is given, or cli/dist; after `action`, the GitHub Action in its place.
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const cli = join(import.meta.dirname, '..')
const isAction = process.argv[2] === 'action'
const [folder = join(cli, 'dist')] = process.argv.slice(isAction ? 3 : 2)
const name = isAction ? 'main' : 'twofold'

await rm(folder, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: cli,
  input: { [name]: isAction ? 'src/action.ts' : 'src/main.ts' },
  platform: 'node',
  // A program of the platform, which may be missing.
  external: ['@napi-rs/keyring'],
  resolve: { conditionNames: ['twofold-source', 'import', 'node', 'default'] },
  logLevel: 'warn',
})
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  banner: '#!/usr/bin/env node',
  codeSplitting: false,
  minify: true,
})
await bundle.close()
if (isAction) await copyFile(join(cli, 'action.yml'), join(folder, 'action.yml'))
else await chmod(join(folder, 'twofold.mjs'), 0o755)
