import { writeFile } from 'node:fs/promises'
import { describeConfiguration } from '../src/platform/config-document.ts'
import { describeDashboard } from './dashboard.ts'

/* Writes what follows from the variables and the metrics. `npm run configuration` after one was added or explained differently. */

const files = { 'docs/configuration.md': describeConfiguration(), 'ops/dashboard.json': describeDashboard() }
for (const [path, text] of Object.entries(files)) {
  await writeFile(new URL(`../../${path}`, import.meta.url), text)
  console.log(`${path} is up to date.`)
}
