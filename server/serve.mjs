import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * Where `npm start` begins. Compiled code is kept from start to start, which has to be said before TypeScript is loaded: this file is JavaScript so
 * that the stripper of types, 20 MB, is loaded only where something changed. Libraries take the variable as a reason to skip checks.
 */
enableCompileCache(fileURLToPath(new URL('../.cache/node-compile', import.meta.url)))
process.env.NODE_ENV ||= 'production'
await import('./src/main.ts')
