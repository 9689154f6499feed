import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const beat = 1000 // milliseconds between two signs of life of who holds the lock
const deadAfter = 10 * beat

/**
 * Runs `work` while nobody else on this machine does the same under the same lock file.
 * @template T @param {string} file @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function exclusively(file, work) {
  await mkdir(dirname(file), { recursive: true })
  while (!(await take(file))) {
    await removeDead(file)
    await pause(100)
  }
  const heart = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), beat)
  try {
    return await work()
  } finally {
    clearInterval(heart)
    await rm(file, { force: true })
  }
}

/** @param {string} file */
async function take(file) {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(String(process.pid))
    await handle.close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a holder that died. Under a lock of its own: two that wait must not remove each other's new lock. @param {string} file */
async function removeDead(file) {
  if (!(await isDead(file))) return
  const second = `${file}.removing`
  if (!(await take(second))) {
    if (await isOld(second)) await rm(second, { force: true })
    return
  }
  if (await isDead(file)) await rm(file, { force: true })
  await rm(second, { force: true })
}

/** @param {string} file */
async function isDead(file) {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  if (await isOld(file)) return true
  if (!pid) return false // just made, or just gone
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** @param {string} file */
async function isOld(file) {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > deadAfter
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
