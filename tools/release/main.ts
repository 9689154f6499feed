import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../process.mjs'
import { checkRelease } from './check.ts'
import { packDeb } from './deb.ts'
import { packArchive, writeSums } from './archive.ts'
import { makeTree } from './tree.ts'

/*
 * `npm run release`: one tree, which every other form wraps. `--check` builds it twice and tries what was promised of it.
 */

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
const name = `twofold-${version}-${process.platform}-${process.arch}`
const folder = join(root, '.cache', 'release')

if (process.platform !== 'linux') {
  console.error(`A release is made on Linux, with GNU tar. This is ${process.platform}.`)
  process.exit(1)
}
const [, , flag] = process.argv
if (flag !== undefined && flag !== '--check') {
  console.error(`npm run release takes nothing, or --check. It was given ${flag}.`)
  process.exit(1)
}

console.log(`Making ${name}…`)
const tree = await makeTree(join(folder, name), version)
const archive = await packArchive(tree, folder)
const deb = await packDeb(tree, folder, version)
const sums = await writeSums(folder, [archive, ...(deb === undefined ? [] : [deb])])
console.log([archive, deb, sums].filter((path) => path !== undefined).join('\n'))
if (flag === '--check') process.exitCode = await checkRelease({ tree, archive, deb, version, folder })
