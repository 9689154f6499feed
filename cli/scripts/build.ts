// Writes the program as one file into the folder that it is given, or cli/dist; after `action`, the GitHub Action in its place.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleProgram } from './bundle-program.ts'

const workspace = join(import.meta.dirname, '..')
const isAction = process.argv[2] === 'action'
const [folder = join(workspace, 'dist')] = process.argv.slice(isAction ? 3 : 2)

await bundleProgram(
  isAction ? { workspace, folder, entry: 'src/action.ts', name: 'main' } : { workspace, folder, entry: 'src/main.ts', name: 'twofold' },
)
if (isAction) await copyFile(join(workspace, 'action.yml'), join(folder, 'action.yml'))
