import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collectLicenses } from './licenses.ts'
import { installedPackages } from './packages.ts'
import { sbomOf } from './sbom.ts'

/** A tree with a package, a scoped one, and another version inside the first. */
async function makePackages() {
  const tree = await mkdtemp(join(tmpdir(), 'twofold-tree-'))
  onTestFinished(() => rm(tree, { recursive: true, force: true }))
  const put = async (folder: string, about: object) => {
    await mkdir(join(tree, 'node_modules', folder), { recursive: true })
    await writeFile(join(tree, 'node_modules', folder, 'package.json'), JSON.stringify(about))
  }
  await put('one', { name: 'one', version: '1.0.0', license: 'MIT' })
  await put('one/node_modules/inner', { name: 'inner', version: '2.0.0', license: 'ISC' })
  await put('@scope/two', { name: '@scope/two', version: '3.0.0' })
  await writeFile(join(tree, 'node_modules', 'one', 'LICENSE'), 'Permission is granted.')
  await writeFile(join(tree, 'LICENSE'), 'That of Node.js.')
  return tree
}

test('every installed package is found, also scoped ones and those inside others', async () => {
  const found = await installedPackages(join(await makePackages(), 'node_modules'))
  expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual(['@scope/two 3.0.0', 'one 1.0.0', 'inner 2.0.0'])
})

test('the bill of materials names each of them and Node.js, and is the same text for the same tree', async () => {
  const tree = await makePackages()
  const text = await sbomOf(tree, '0.1.0')
  const { components, specVersion } = JSON.parse(text) as { components: { name: string; purl?: string }[]; specVersion: string }
  expect(specVersion).toBe('1.5')
  expect(components.map(({ name }) => name)).toEqual(['node', '@scope/two', 'one', 'inner'])
  expect(components[1]?.purl).toBe('pkg:npm/%40scope/two@3.0.0')
  expect(await sbomOf(tree, '0.1.0')).toBe(text)
})

test('the licenses of Node.js and of every package are one text', async () => {
  const tree = await makePackages()
  const text = await collectLicenses(tree, tree)
  expect(text).toContain('That of Node.js.')
  expect(text).toMatch(/one 1\.0\.0 \(MIT\), in node_modules\/one\s+Permission is granted\./)
  expect(text).toContain('inner 2.0.0 (ISC)')
})
