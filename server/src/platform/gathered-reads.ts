import DataLoader from 'dataloader'
import { isCancelled, isDatabaseUnavailable } from './database-unavailable.ts'
import { createFairShare } from './fair-share.ts'
import { asPerson, currentPerson } from './person.ts'

/** The most questions that one statement answers. */
const batchSize = 4

/** A caller whose last answer had more rows is not read together with others. */
const mostRows = 200
/** Such reads at the same time, of all callers, so that most connections and most of the processor are left for the others. */
const heavyReads = 2
/** Milliseconds, as a request waits for its turn. */
const longestWait = 5_000
/** Callers who are remembered to get few rows; more than use one node at a time. */
const mostCallers = 10_000

/** Counts for no user's share of the connections, so that no user waits for those that another one holds. */
const together = { key: 'gathered reads', isOver: false }

type Lane = ReturnType<typeof createFairShare>

const lanes = new WeakMap<object, Lane>()

/** Reads many rows, in the lane if there are more than others could wait for. */
export async function readRows<Rows>(db: object, count: number, read: () => Promise<Rows>): Promise<Rows> {
  return count > mostRows ? readIn(laneOf(db), read) : read()
}

async function readIn<Rows>(lane: Lane, read: () => Promise<Rows>): Promise<Rows> {
  const person = currentPerson()
  await lane.take(person)
  try {
    return await read()
  } finally {
    lane.give(person)
  }
}

/** The lane of a node for reads of many rows, whatever they read. */
export function laneOf(db: object): Lane {
  const lane = lanes.get(db) ?? createFairShare({ total: heavyReads, each: 1, longestQueue: Infinity, longestWait })
  lanes.set(db, lane)
  return lane
}

interface Gathered<Question, Answer> {
  lane: () => Lane
  /** Answers in the order of the questions. */
  readMany: (questions: readonly Question[]) => Promise<Answer[]>
  callerOf: (question: Question) => string
  /** Undefined: the caller was not found. */
  countRows: (answer: Answer) => number | undefined
}

/**
 * Batches the questions that arrive while the server is busy into one statement, so that sending, starting and ending it is done once for all of
 * them. A question that comes alone is asked alone, and so is each of several if the batch fails or takes too long: one person's trouble does not
 * affect the others. A caller who is not known yet is asked alone and counts for that person's connections. So is one who got many rows the last
 * time, and in a lane: two such reads run at a time, and one of a person, so that nobody else waits for the rows.
 */
export function gather<Question, Answer>(deps: Gathered<Question, Answer>): (question: Question) => Promise<Answer> {
  const { lane, readMany, callerOf, countRows } = deps
  const weights = createRecent<'light' | 'heavy'>(mostCallers)

  const readOne = async (question: Question) => (await readMany([question]))[0] as Answer

  async function readAlone(question: Question): Promise<Answer | Error> {
    try {
      return await readOne(question)
    } catch (error) {
      return error as Error
    }
  }

  async function read(questions: readonly Question[]): Promise<(Answer | Error)[]> {
    try {
      return await readMany(questions)
    } catch (error) {
      // Without a database each of them would only time out separately.
      if (questions.length === 1 || (isDatabaseUnavailable(error) && !isCancelled(error))) throw error
      return Promise.all(questions.map(readAlone))
    }
  }

  // Two equal questions are two: an answer is never older than its question.
  const loader = new DataLoader((questions: readonly Question[]) => asPerson(together, () => read(questions)), {
    cache: false,
    maxBatchSize: batchSize,
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  })
  const ways = {
    unknown: readOne,
    light: (question: Question) => loader.load(question),
    heavy: (question: Question) => readIn(lane(), () => readOne(question)),
  }
  return async (question) => {
    const caller = callerOf(question)
    const answer = await ways[weights.get(caller) ?? 'unknown'](question)
    const rows = countRows(answer)
    weights.set(caller, rows === undefined ? undefined : rows > mostRows ? 'heavy' : 'light')
    return answer
  }
}

/** The names that were set last; undefined removes one. */
function createRecent<Value>(most: number) {
  const values = new Map<string, Value>()
  return {
    get: (name: string) => values.get(name),
    set(name: string, value: Value | undefined) {
      values.delete(name)
      if (value === undefined) return
      values.set(name, value)
      if (values.size > most) values.delete(values.keys().next().value ?? '')
    },
  }
}
