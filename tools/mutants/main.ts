import { availableParallelism } from 'node:os'
import process from 'node:process'
import { keepTemporaryFilesInMemory } from '../memory-folder.ts'
import { equivalents } from './equivalent.ts'
import { openLane } from './lane.ts'
import { modules } from './modules.ts'
import { makePlan } from './plan.ts'
import { count, scoreOf, survivorLine, tableOf, totalLine } from './report.ts'
import { tryMutants, type Verdict } from './try-mutants.ts'

/*
 * `npm run mutants`: whether the tests notice when the code that protects is changed. See docs/decisions/0096-mutants-of-our-own.md.
 */

/** Milliseconds after which no more mutants are begun. */
const longest = 19 * 60_000
/** As many as two cores can try in that time. */
const sampleSize = 1000
const neededScore = 85

keepTemporaryFilesInMemory()
const started = Date.now()
const until = started + longest
const patterns = process.argv.slice(2)
const chosen = modules.filter(({ name, files }) => [name, ...files].some((text) => matches(text)))
if (chosen.length === 0) {
  console.error(
    `No module has ${patterns.join(' or ')} in its name or in the path of a file. There are: ${modules.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

const plan = await makePlan(chosen, equivalents, sampleSize)
const verdicts = new Map<number, Verdict>()
const failing = new Map<string, string>()
// Those with the most tests first, so that both lanes end at about the same time.
const waiting = plan.trials.filter(({ mutants }) => mutants.length > 0).toSorted((a, b) => b.module.tests.length - a.module.tests.length)
await Promise.all(Array.from({ length: Math.min(2, availableParallelism(), waiting.length) }, (_, index) => work(`lane-${index + 1}`)))

async function work(name: string) {
  const lane = await openLane(`${name}-${process.pid}`, plan.compiled)
  try {
    for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
      const { module, mutants } = trial
      const began = Date.now()
      const result = await tryMutants(lane, { mutants, tests: module.tests, until })
      for (const [mutant, verdict] of result.verdicts) verdicts.set(mutant, verdict)
      for (const [test, error] of result.failing) failing.set(test, error)
      console.log(`${module.name}: ${totalLine(count([...result.verdicts.values()]), mutants.length)} (${seconds(began)} s)`)
    }
  } finally {
    await lane.close()
  }
}

const found = plan.trials.map(({ module, mutants }) => ({
  name: module.name,
  verdicts: mutants.flatMap((id) => {
    const mutant = plan.mutants[id]
    return mutant === undefined ? [] : [{ file: mutant.file, mutant, verdict: verdicts.get(id) ?? ('left' as const) }]
  }),
}))
const all = found.flatMap(({ verdicts }) => verdicts)
const total = count(all.map(({ verdict }) => verdict))
const survivors = all.filter(({ verdict }) => verdict === 'survived' || verdict === 'unreached')

console.log(
  ['', 'Survivors:', ...survivors.map(({ mutant, verdict }) => survivorLine(mutant, verdict)), '', ...tableOf(found), ''].join('\n'),
)
if (all.length < plan.outOf) console.log(`A sample of ${all.length}, the same every time, out of ${plan.outOf} mutants.`)
if (total.left > 0) console.log(`After ${longest / 60_000} minutes ${total.left} mutants had not been tried.`)
for (const { file, line } of plan.stale) console.log(`tools/mutants/equivalent.ts names what is not there any more: ${file}: ${line}`)
for (const [test, error] of failing) console.log(`Fails without any mutant, and counted for nothing: ${test}: ${error}`)
console.log(`${seconds(started)} s`)
console.log(totalLine(total, plan.outOf))
process.exitCode = scoreOf(total) >= neededScore && plan.stale.length === 0 && failing.size === 0 ? 0 : 1

function matches(text: string) {
  return patterns.length === 0 || patterns.some((pattern) => text.includes(pattern))
}

function seconds(since: number) {
  return Math.round((Date.now() - since) / 1000)
}
