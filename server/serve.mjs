import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mapStacksOf } from './stack-maps.mjs'

/*
 * Entry point of `npm start`. The compile cache must be enabled before anything else is loaded. The server is the bundle that `npm start` creates
 * (scripts/bundle.ts); without one, the sources are run directly. Libraries skip checks if the variable is set.
 */
enableCompileCache(fileURLToPath(new URL('../.cache/node-compile', import.meta.url)))
process.env.NODE_ENV ||= 'production'
const bundle = new URL('dist/', import.meta.url)
const main = new URL('main.mjs', bundle)
if (existsSync(main)) {
  mapStacksOf(bundle)
  await import(main.href)
} else await import('./src/main.ts')
