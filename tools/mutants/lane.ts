import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import type { Plugin } from 'vitest/config'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import { root } from '../process.mjs'
import { type Job, type Note, notesFile, putJob, readNotes } from './job.ts'
import type { Plan } from './plan.ts'

/** Milliseconds without a note after which a worker hangs in the mutant that it has begun. */
const silenceTime = 20_000

/** Vitest would run the largest file first. */
class AsListed extends BaseSequencer {
  override sort = async (files: TestSpecification[]) => files
}

/** One worker of Vitest at a time, on compiled copies in memory: no file of the repository is written. */
export async function openLane(name: string, compiled: Plan['compiled']) {
  // The set-up of the server's tests runs in this process, on the compiled files too.
  globalThis.mutantIsOn = () => false
  const folder = join(root, '.cache/mutants', name)
  mkdirSync(folder, { recursive: true })
  const project = {
    isolate: false,
    // Compiled files must neither come from the cache of other runs nor get there.
    fsModuleCache: false,
    env: { MUTANTS_FOLDER: folder },
    // Mutants have things to warn of.
    execArgv: ['--no-warnings'],
    runner: join(import.meta.dirname, 'mutant-runner.ts'),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 1,
  }
  const include = ['src/**/*.test.ts']
  const plugins: Plugin[] = [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(_code, id) {
        const code = id.startsWith(root) ? compiled(id.slice(root.length)) : undefined
        return code === undefined ? undefined : { code, map: null }
      },
    },
  ]
  const globalSetup = ['src/testing/postgres-global-setup.ts']
  const vitest = await createVitest(
    { root, config: false, fsModuleCache: false, watch: false, maxWorkers: 1, fileParallelism: false, update: 'none', reporters: [{}] },
    {
      test: {
        onConsoleLog: () => false,
        sequence: { sequencer: AsListed },
        projects: [
          { plugins, test: { ...project, name: 'contract', root: join(root, 'contract'), include } },
          { plugins, test: { ...project, name: 'server', root: join(root, 'server'), include, globalSetup } },
        ],
      },
    },
  )

  /** Runs `files` of one workspace, in order, each as often as it is listed. */
  async function runFiles(files: readonly string[]) {
    const specifications = files.map((file) => {
      const project = vitest.projects.find((each) => file.startsWith(`${each.name}/`))
      if (project === undefined) throw new Error(`No project has the tests ${file}.`)
      return project.createSpecification(join(root, file))
    })
    await vitest.runTestSpecifications(specifications)
  }

  return {
    /** The worker's notes about the job. `files` are of one workspace. */
    async work(job: Job, files: readonly string[]): Promise<Note[]> {
      putJob(folder, job)
      const watch = setInterval(() => killSilent(folder), 1000)
      try {
        await runFiles(files)
      } finally {
        clearInterval(watch)
      }
      return readNotes(folder)
    },
    async close() {
      await vitest.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function killSilent(folder: string) {
  const written = statSync(notesFile(folder), { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  const last = Date.now() - written > silenceTime ? readNotes(folder).at(-1) : undefined
  if (last?.note !== 'begun') return
  try {
    kill(last.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
