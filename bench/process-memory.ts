import { readdir, readFile } from 'node:fs/promises'

/*
 * Memory of processes as the kernel divides it: the proportional set size, of which what several processes share counts in parts. Linux only.
 */

interface Member {
  pid: number
  parent: number
  command: string
}

/** Megabytes of a server, and of all processes of PostgreSQL. */
export interface Memory {
  server: number
  postgres: number
}

/** Of those among `pid` and what it started: the server is what has `program` in its command line. */
export async function megabytesOf(pid: number, program: string): Promise<Memory> {
  const members = await membersOf(pid)
  const sizes = await Promise.all(members.map(async ({ pid, command }) => ({ command, size: await sizeOf(pid) })))
  const sum = (part: string) => sizes.reduce((total, { command, size }) => total + (command.includes(part) ? size : 0), 0)
  return { server: sum(program), postgres: sum('postgres') }
}

/** A process and all that it started, and that started in turn. */
export async function membersOf(pid: number): Promise<Member[]> {
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(folders.map(readMember))
  const below = (parent: number): Member[] => all.flatMap((member) => (member?.parent === parent ? [member, ...below(member.pid)] : []))
  return [...all.flatMap((member) => (member?.pid === pid ? [member] : [])), ...below(pid)]
}

async function readMember(name: string): Promise<Member | undefined> {
  try {
    const [, , , parent] = (await readFile(`/proc/${name}/stat`, 'utf8')).replace(/\(.*\)/s, '()').split(' ')
    return { pid: Number(name), parent: Number(parent), command: await readFile(`/proc/${name}/cmdline`, 'utf8') }
  } catch {
    return undefined // it has just ended
  }
}

async function sizeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}
