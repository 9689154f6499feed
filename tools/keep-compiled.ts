import { join } from 'node:path'

/*
 * Set up for every file of tests: programs of ours, which tests start some hundred times, would otherwise take the types out of a thousand files
 * each time. The workers that tests run in do without: Vitest imports a test at a new address in each run, and the cache would grow with every one.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.cache/node-compile-tests')
