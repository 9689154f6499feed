import DataLoader from 'dataloader'
import { asPerson } from './person.ts'

/** Questions that one statement answers at most. */
const most = 16

/** No single person's, so that none of them waits for the connections that another one holds. */
const together = { key: 'gathered reads', isOver: false }

/**
 * Lets one statement answer the questions that came while the server was busy with others: the work of sending, starting and ending it is then done
 * once for all of them. A question that comes alone is asked alone.
 * @param readMany answers in the order of the questions
 */
export function gather<Question, Answer>(
  readMany: (questions: readonly Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  // Two equal questions are two: an answer is never older than its question.
  const loader = new DataLoader((questions: readonly Question[]) => asPerson(together, () => readMany(questions)), {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (read) => void setImmediate(read),
  })
  return (question) => loader.load(question)
}
