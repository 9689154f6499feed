import { writeFile } from 'node:fs/promises'
import { readOperations } from '../src/testing/read-contract.ts'

/* Writes the names under which programs know the calls. `npm run operations` after a call was added. */

const file = new URL('../../contract/operations.json', import.meta.url)
const operations = await readOperations()
await writeFile(file, `${JSON.stringify(Object.fromEntries(operations), null, 2)}\n`)
console.log(`contract/operations.json has ${operations.size} calls.`)
