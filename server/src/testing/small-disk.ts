import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/** A file system in memory of this size at a folder that may have nothing in it yet. Only root may mount one. */
export async function mountDisk(folder: string, kilobytes: number) {
  await mkdir(folder, { recursive: true })
  const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  mount(`size=${kilobytes}k,mode=0755`)
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return { resize: (to: number) => mount(`remount,size=${to}k`) }
}
