import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { installedPackages } from './packages.ts'

const isLicense = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name)

/** One text: Node.js first, then each package with the license files that it brings. */
export async function collectLicenses(tree: string, nodeFolder: string): Promise<string> {
  const sections = [`Node.js\n\n${await readFile(join(nodeFolder, 'LICENSE'), 'utf8')}`]
  for (const { folder, name, version, license } of await installedPackages(join(tree, 'node_modules'))) {
    const files = (await readdir(folder)).filter(isLicense).toSorted()
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')))
    sections.push([`${name} ${version} (${license}), in ${relative(tree, folder)}`, ...texts].join('\n\n'))
  }
  return `${sections.map((text) => text.trim()).join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
