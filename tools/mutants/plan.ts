import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../process.mjs'
import type { Exclusion } from './exclusion.ts'
import { compileIn, makeMutants, type Mutant } from './make-mutants.ts'
import type { Module } from './module.ts'

export interface Plan {
  /** Every mutant; its number is its index. */
  mutants: Mutant[]
  /** Those to try, by module. */
  trials: { module: Module; mutants: number[] }[]
  /** Exclusions that match no mutant of these modules any longer. */
  stale: Exclusion[]
  /** How many there are to choose from: those that are not equivalent. */
  outOf: number
  /** The source of a file with all of its mutants compiled in, or undefined where it has none. */
  compiled: (file: string) => string | undefined
}

/** `atMost`: mutants to try, over all modules. Of more, the same ones are chosen every time. */
export async function makePlan(modules: readonly Module[], exclusions: readonly Exclusion[], atMost: number): Promise<Plan> {
  const mutants: Mutant[] = []
  const sources = new Map<string, { code: string; first: number; own: Mutant[] }>()
  const stale = new Set(exclusions.filter(({ file }) => modules.some(({ files }) => files.includes(file))))
  const trials = []
  for (const module of modules) {
    const numbers: number[] = []
    for (const file of module.files) {
      const code = await readFile(join(root, file), 'utf8')
      const own = makeMutants(file, code)
      sources.set(file, { code, first: mutants.length, own })
      const lines = code.split('\n')
      for (const mutant of own) {
        const text = lines[mutant.line - 1]?.trim() ?? ''
        const excluded = exclusions.find((one) => one.file === file && one.line === text && one.changes.includes(mutant.says))
        if (excluded === undefined) numbers.push(mutants.length)
        else stale.delete(excluded)
        mutants.push(mutant)
      }
    }
    trials.push({ module, mutants: numbers })
  }
  const sample = choose(mutants, atMost)
  const isChosen = (number: number) => sample.has(mutants[number] as Mutant)
  return {
    mutants,
    trials: trials.map(({ module, mutants }) => ({ module, mutants: mutants.filter(isChosen) })),
    stale: [...stale],
    outOf: trials.flatMap(({ mutants }) => mutants).length,
    compiled(file) {
      const source = sources.get(file)
      return source === undefined ? undefined : compileIn(source.code, source.own, file, source.first)
    },
  }
}

/** The same ones every time, whatever else changes in their files. */
function choose(mutants: readonly Mutant[], atMost: number): Set<Mutant> {
  const seen = new Map<string, number>()
  const placed = mutants.map((mutant) => {
    const name = `${mutant.file} ${mutant.says}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { mutant, place: hash('sha256', `${name} ${nth}`) }
  })
  const sorted = placed.toSorted((a, b) => (a.place < b.place ? -1 : 1))
  return new Set(sorted.slice(0, atMost).map(({ mutant }) => mutant))
}
