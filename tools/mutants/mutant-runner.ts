import { cpuUsage, env, pid } from 'node:process'
import { type RunnerTask, type RunnerTestCase, TestRunner, type TestTryOptions, vi } from 'vitest'
import { addNote, type Note, readJob } from './job.ts'

declare global {
  /** Asked by each place in the code that has a mutant: whether it is the one on trial. */
  // oxlint-disable-next-line eslint/no-var -- only `var` declares a global
  var mutantIsOn: (mutant: number) => boolean
}

const folder = env['MUTANTS_FOLDER'] ?? ''
const note = (what: Note) => addNote(folder, what)

const nothing = -1
let onTrial = nothing
let reached: Set<number> | undefined
globalThis.mutantIsOn = (mutant) => {
  reached?.add(mutant)
  return mutant === onTrial
}

/** A mutant that makes a test this much slower than it was, in milliseconds and as a factor, has been noticed. */
const slack = { add: 4000, factor: 4 }
const longestTest = 20_000
/**
 * Milliseconds of processor time of tests that did not notice a mutant after which no more are tried: it is taken for a survivor. Not of the clock, by
 * which a busy machine would leave it after one or two of its tests.
 */
const enough = 4000

/** Vitest's runner, which runs each test again with the mutants that it reaches. */
export default class MutantRunner extends TestRunner {
  readonly #job = readJob(folder)
  readonly #alive = new Set(this.#job.way === 'switched' ? this.#job.mutants : this.#job.steps.map(({ mutant }) => mutant))
  #step = -1
  /** Mutants with which the running test is repeated. */
  #plan: number[] = []
  #killedHere: number[] = []
  #startedAt = 0
  #usedBefore = cpuUsage()
  readonly #spent = new Map<number, number>()
  #limit = longestTest

  override async importFile(path: string, source: Parameters<TestRunner['importFile']>[1]): Promise<unknown> {
    if (this.#job.way === 'loaded') return this.#importMutated(path, source, this.#job.steps)
    const found = new Set<number>()
    reached = found
    try {
      return await super.importFile(path, source)
    } catch (error) {
      note({ note: 'failing', test: path, error: String(error) })
      throw error
    } finally {
      reached = undefined
      note({ note: 'reached', at: 'load', mutants: [...found] })
    }
  }

  async #importMutated(path: string, source: Parameters<TestRunner['importFile']>[1], steps: { mutant: number }[]) {
    this.#step += 1
    const { mutant = nothing } = steps[this.#step] ?? {}
    if (this.#isDecided(mutant) || this.#isOver()) return undefined
    vi.resetModules()
    this.#start()
    onTrial = mutant
    note({ note: 'begun', mutant, test: path, pid })
    try {
      return await super.importFile(path, source)
    } catch (error) {
      this.#end(mutant, path, true)
      throw error
    }
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.type !== 'test' || (test.mode !== 'run' && test.mode !== 'queued')) return
    if (this.#job.way === 'loaded' ? this.#isDecided(onTrial) : this.#alive.size === 0 || this.#isOver()) test.mode = 'skip'
    // One more without a mutant, before and after, and one that ends it.
    else if (this.#job.way === 'switched') test.repeats = this.#alive.size + 2
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    if (this.#job.way === 'loaded') return
    if (test.result) test.result.attempts = []
    this.#start()
    onTrial = nothing
    if (options.repeats === 0) {
      this.#limit = longestTest
      this.#killedHere = []
      reached = new Set()
      return
    }
    if (this.#isOver()) this.#plan.length = Math.min(this.#plan.length, options.repeats - 1)
    const mutant = this.#plan[options.repeats - 1]
    if (mutant !== undefined) {
      onTrial = mutant
      note({ note: 'begun', mutant, test: nameOf(test), pid })
    } else if (options.repeats > this.#plan.length + 1 || this.#killedHere.length === 0) test.context.skip()
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The test takes too long.')), this.#limit)
    })
    try {
      await Promise.race([run(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    if (test.result?.state === 'skip') return
    const isFailed = test.result?.state === 'fail'
    const name = nameOf(test)
    if (this.#job.way === 'loaded') {
      this.#end(onTrial, name, isFailed)
      this.#start()
      return
    }
    if (options.repeats === 0) this.#choose(name, isFailed, test.result?.errors?.[0]?.message ?? '')
    else if (onTrial !== nothing) this.#end(onTrial, name, isFailed)
    else if (isFailed) note({ note: 'unrepeatable', test: name, mutants: this.#killedHere })
    onTrial = nothing
    if (test.result) {
      test.result.state = 'pass'
      delete test.result.errors
    }
  }

  /** After the run without a mutant. */
  #choose(test: string, isFailed: boolean, error: string) {
    const found = [...(reached ?? [])]
    reached = undefined
    if (isFailed) note({ note: 'failing', test, error })
    note({ note: 'reached', at: 'test', mutants: found.filter((mutant) => this.#alive.has(mutant)) })
    this.#limit = slack.add + slack.factor * (performance.now() - this.#startedAt)
    this.#plan = isFailed ? [] : found.filter((mutant) => !this.#isDecided(mutant))
  }

  #end(mutant: number, test: string, isKilled: boolean) {
    note({ note: 'ended', mutant, test, isKilled })
    if (!isKilled) {
      const { user, system } = cpuUsage(this.#usedBefore)
      this.#spent.set(mutant, (this.#spent.get(mutant) ?? 0) + (user + system) / 1000)
      return
    }
    this.#alive.delete(mutant)
    this.#killedHere.push(mutant)
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files)
    onTrial = nothing
    note({ note: 'done' })
  }

  #start() {
    this.#startedAt = performance.now()
    this.#usedBefore = cpuUsage()
  }

  #isDecided(mutant: number) {
    return !this.#alive.has(mutant) || (this.#spent.get(mutant) ?? 0) >= enough
  }

  #isOver() {
    return Date.now() > this.#job.until
  }
}

const nameOf = (test: RunnerTestCase) => `${test.file.name} > ${test.name}`
