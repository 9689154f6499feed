import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../process.mjs'
import { checkRelease, partNames } from './check.ts'
import { packDeb } from './deb.ts'
import { packNpm } from './npm.ts'
import { packArchive, writeSums } from './archive.ts'
import { makeTree } from './tree.ts'

/*
 * `npm run release`: one tree, which every other form wraps. `--check` builds it twice and tries what was promised of it; `--archive` makes
 * no more than the archive.
 */

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
const name = `twofold-${version}-${process.platform}-${process.arch}`
const folder = join(root, '.cache', 'release')

if (process.platform !== 'linux') {
  console.error(`A release is made on Linux, with GNU tar. This is ${process.platform}.`)
  process.exit(1)
}
for (const program of ['tar', 'strip']) {
  if (spawnSync(program, ['--version']).error === undefined) continue
  console.error(`A release is made with ${program}, which is not installed here. On Debian: apt-get install tar binutils.`)
  process.exit(1)
}
const [, , flag, ...chosen] = process.argv
const isKnown =
  flag === '--check' ? chosen.every((part) => partNames.includes(part)) : chosen.length === 0 && [undefined, '--archive'].includes(flag)
if (!isKnown) {
  console.error(
    `npm run release takes nothing, --archive, or --check with any of ${partNames.join(', ')}. It was given ${process.argv.slice(2).join(' ')}.`,
  )
  process.exit(1)
}

console.log(`Making ${name}…`)
const tree = await makeTree(join(folder, name), version)
const archive = await packArchive(tree, folder)
if (flag === '--archive') {
  await writeSums(folder, [archive])
  console.log(archive)
  process.exit()
}
const deb = await packDeb(tree, folder, version)
const npm = await packNpm(tree, folder, version)
const sums = await writeSums(folder, [archive, ...(deb === undefined ? [] : [deb]), npm])
console.log([archive, deb, npm, sums].filter((path) => path !== undefined).join('\n'))
if (flag === '--check') process.exitCode = await checkRelease({ tree, archive, deb, npm, version, folder }, chosen)
