import { writeFile } from 'node:fs/promises'
import { describeConfiguration } from '../src/platform/config-document.ts'

/* Writes docs/configuration.md. `npm run configuration` after a variable was added or explained differently. */

await writeFile(new URL('../../docs/configuration.md', import.meta.url), describeConfiguration())
console.log('docs/configuration.md is up to date.')
