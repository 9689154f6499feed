import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

interface Program {
  /** Folder of the workspace. */
  workspace: string
  entry: string
  /** Name of the file, without its ending. */
  name: string
  /** Folder for the file; it is emptied first. */
  folder: string
}

/** Writes a program and all it imports as one executable file. */
export async function bundleProgram({ workspace, entry, name, folder }: Program): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: workspace,
    input: { [name]: entry },
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
  await chmod(join(folder, `${name}.mjs`), 0o755)
}
