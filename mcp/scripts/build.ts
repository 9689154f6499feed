// Writes the program as one file into the folder that it is given, or mcp/dist.
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const mcp = join(import.meta.dirname, '..')
const [, , folder = join(mcp, 'dist')] = process.argv

await rm(folder, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: mcp,
  input: { 'twofold-mcp': 'src/main.ts' },
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
await chmod(join(folder, 'twofold-mcp.mjs'), 0o755)
