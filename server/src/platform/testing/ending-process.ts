import { watchForEnd } from '../end-of-process.ts'

/** Serves nothing, and says when it has stopped in good order. */
const { endWith } = watchForEnd()
const log = { info: () => {}, error: console.error, fatal: console.error }
const alive = setInterval(() => {}, 1000)
async function stop() {
  clearInterval(alive)
  console.log('stopped')
}
endWith({ stop, mostMs: 5000 }, log)
console.log('started')
