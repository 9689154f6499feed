import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mapStacksOf } from './stack-maps.mjs'

/*
 * Where `npm start` begins. Compiled code is kept from start to start, which has to be said before anything else is loaded. The server comes
 * from the bundle that `npm start` makes (scripts/bundle.ts); without one, the sources serve as they are. Libraries take the variable as a reason
 * to skip checks.
 */
enableCompileCache(fileURLToPath(new URL('../.cache/node-compile', import.meta.url)))
process.env.NODE_ENV ||= 'production'
const bundle = new URL('dist/', import.meta.url)
const main = new URL('main.mjs', bundle)
if (existsSync(main)) {
  mapStacksOf(bundle)
  await import(main.href)
} else await import('./src/main.ts')
