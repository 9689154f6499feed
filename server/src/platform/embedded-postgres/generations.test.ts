import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leaveEarlier, removeLeft, settleGenerations, switchGenerations } from './generations.ts'

/** A folder with clusters, each with the major version that wrote it. */
async function makeClusters(clusters: Record<string, number>) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-generations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, major] of Object.entries(clusters)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'PG_VERSION'), `${major}\n`)
  }
  const list = async () => {
    const names = (await readdir(folder)).toSorted()
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name): Promise<[string, number]> => [name, Number(await readFile(join(folder, name, 'PG_VERSION'), 'utf8'))]),
      ),
    )
  }
  return { cluster: join(folder, 'data'), list }
}

test('the data that were moved take the place of the earlier ones, which stay beside them', async () => {
  const { cluster, list } = await makeClusters({ data: 18, 'data-19': 19 })
  await switchGenerations(cluster, 18, 19)
  expect(await list()).toEqual({ data: 19, 'data-18': 18 })
})

test.each([
  ['killed between the two names, the later one goes on', { 'data-18': 18, 'data-19': 19 }, 19, { data: 19, 'data-18': 18 }],
  ['killed between the two names, the earlier one goes back', { 'data-18': 18, 'data-19': 19 }, 18, { data: 18, 'data-19': 19 }],
  ['moved and never served, the earlier one goes back', { data: 19, 'data-18': 18 }, 18, { data: 18, 'data-19': 19 }],
  ['what another try has left does not stand in the way back', { data: 19, 'data-18': 18, 'data-19': 19 }, 18, { data: 18, 'data-19': 19 }],
])('%s', async (_what, there, major, after) => {
  const { cluster, list } = await makeClusters(there)
  expect(await settleGenerations(cluster, major)).toBe(major)
  expect(await list()).toEqual(after)
})

test.each([
  ['data that are the newest stay', { data: 19, 'data-18': 18 }, 19, 19],
  ['data of an earlier major are not touched', { data: 18 }, 19, 18],
  ['a move that was not verified does not count', { data: 18, 'data-19': 19 }, 19, 18],
  ['data that a later one left alone are not gone back to', { data: 19, 'data-18-left-2026-01-01': 18 }, 18, 19],
  ['an empty folder has none', {}, 19, undefined],
])('%s', async (_what, there, major, written) => {
  const { cluster, list } = await makeClusters(there)
  expect(await settleGenerations(cluster, major)).toBe(written)
  expect(await list()).toEqual(there)
})

test('data of other majors alone are not taken for an empty folder', async () => {
  const { cluster } = await makeClusters({ 'data-18': 18, 'data-19': 19 })
  await expect(settleGenerations(cluster, 20)).rejects.toThrow(
    /no data of PostgreSQL 20.*data-18 and data-19.*Start the Twofold that wrote them/,
  )
})

test('a later one that serves nobody after all gives the way back to the earlier data', async () => {
  const { cluster, list } = await makeClusters({ data: 19, 'data-18': 18 })
  const goBack = await leaveEarlier(cluster, new Date('2026-11-01T12:00:00Z'))
  await goBack()
  expect(await settleGenerations(cluster, 18)).toBe(18)
  expect(await list()).toEqual({ data: 18, 'data-19': 19 })
})

test('once the later one serves, earlier data are kept for 14 days and then removed', async () => {
  const { cluster, list } = await makeClusters({ data: 19, 'data-18': 18 })
  await leaveEarlier(cluster, new Date('2026-11-01T12:00:00Z'))
  const left = { data: 19, 'data-18-left-2026-11-01': 18 }
  expect(await list()).toEqual(left)
  await removeLeft(cluster, new Date('2026-11-14T12:00:00Z'))
  expect(await list()).toEqual(left)
  await removeLeft(cluster, new Date('2026-11-15T12:00:00Z'))
  expect(await list()).toEqual({ data: 19 })
})
