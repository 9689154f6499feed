import DataLoader from 'dataloader'
import { isCancelled, isDatabaseUnavailable } from './database-unavailable.ts'
import { asPerson } from './person.ts'

/** The most questions that one statement answers. */
const batchSize = 4

/** Counts for no user's share of the connections, so that no user waits for those that another one holds. */
const together = { key: 'gathered reads', isOver: false }

/**
 * Batches the questions that arrive while the server is busy into one statement, so that sending, starting and ending it is done once for all of
 * them. A question that comes alone is asked alone, and so is each of several if the batch fails or takes too long: one person's trouble does not
 * affect the others.
 * @param readMany answers in the order of the questions
 */
export function gather<Question, Answer>(
  readMany: (questions: readonly Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  async function readAlone(question: Question): Promise<Answer | Error> {
    try {
      return (await readMany([question]))[0] as Answer
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
  return (question) => loader.load(question)
}
