// Writes the program as one file into the folder that it is given, or mcp/dist.
import { join } from 'node:path'
import { bundleProgram } from '../../cli/scripts/bundle-program.ts'

const workspace = join(import.meta.dirname, '..')
const [, , folder = join(workspace, 'dist')] = process.argv

await bundleProgram({ workspace, folder, entry: 'src/main.ts', name: 'twofold-mcp' })
