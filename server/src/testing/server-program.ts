import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const server = join(import.meta.dirname, '../..')
let bundling: Promise<number> | undefined

/**
 * Where the server or one of its commands begins, from the bundle, as the server of a release and the commands of the npm package do: `npm test`
 * has made it of the present sources, and a test that is run alone makes it where they have changed since. To start from sources, as the commands
 * of a release do, takes three times the processor time; `bundle.test.ts` does, `doctor.test.ts` for the commands, and `npm run release -- --check`.
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
