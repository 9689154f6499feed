import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const server = join(import.meta.dirname, '../..')
let bundling: Promise<number> | undefined

/**
 * Entry point of the server or a command, from the bundle, like a release's server and the npm package's commands: `npm test` has built it from the
 * present sources, and a test that runs alone builds it if they have changed. Starting from sources, as a release's commands do, takes three times
 * the processor time; `bundle.test.ts` does so, `doctor.test.ts` for the commands, and `npm run release -- --check`.
 */
export async function serverProgram(name: 'main' | 'cli'): Promise<string> {
  bundling ??= bundle()
  if ((await bundling) !== 0) throw new Error('The server could not be bundled.')
  return join(server, 'dist', `${name}.mjs`)
}

async function bundle(): Promise<number> {
  const tool = (await import(pathToFileURL(join(server, '../tools/build.mjs')).href)) as { ensureBundled: () => Promise<number> }
  return tool.ensureBundled()
}
