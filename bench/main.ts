import { availableParallelism, cpus, loadavg } from 'node:os'
import { benchCodes } from './codes.ts'

const benches: Record<string, () => Promise<unknown>> = { codes: benchCodes }
for (const [name, run] of Object.entries(benches)) { console.log(`\n${name}`); await run() }
console.log(availableParallelism(), cpus()[0]?.model, loadavg())
