import { useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { importKeys } from '@twofold/contract/transfer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { longLimitMs } from '../lib/call-for-file.ts'
import { type DrawIcon, withPictures } from './draw-pictures.ts'
import { judgeEntries, type JudgedEntry } from './judge-entries.ts'
import {
  allEntries,
  type Gathered,
  isWhole,
  nothing,
  type ReadingProgress,
  type ReadPicture,
  readSources,
  SourceProblem,
  type Unlocking,
  type UnlockQuestion,
} from './read-sources.ts'

/** Initial input of an import; without it, the person is asked. */
export type ImportBeginning = { files: File[] } | { text: string } | { gathered: Gathered }

export type ImportProgress = ReadingProgress | { stage: 'comparing' }

export type ImportStep =
  | { at: 'source' }
  | { at: 'working'; progress: ImportProgress | undefined }
  | ({ at: 'password'; answer: (unlocking: Unlocking) => void } & UnlockQuestion)
  /** Some codes of an export are missing. */
  | { at: 'parts' }
  /** The server could not be asked. */
  | { at: 'failed'; message: string }
  | { at: 'review'; judged: readonly JudgedEntry[] }
  | { at: 'done'; imported: readonly JudgedEntry[]; answer: CallResponse<typeof importKeys> }

/** The line break marks the text as complete. */
const textFile = (text: string) => new File([`${text}\n`], 'links.txt', { type: 'text/plain' })

/** The way of an import: sources are read, the server says what it would do, the person chooses, and all of it is added at once. */
export function useImport(readPicture: ReadPicture, drawIcon: DrawIcon, beginning: ImportBeginning | undefined) {
  const { t } = useLingui()
  const [step, setStep] = useState<ImportStep>(beginning ? { at: 'working', progress: undefined } : { at: 'source' })
  const [gathered, setGathered] = useState<Gathered>(nothing)
  const [problem, setProblem] = useState<string>()
  const { start, stop } = useWork()

  /** Parts of an export that are there already are kept for the others. */
  function backToSources(kept: Gathered) {
    if (isWhole(kept)) setGathered(nothing)
    setStep({ at: isWhole(kept) ? 'source' : 'parts' })
  }

  async function run(kept: Gathered, work: (signal: AbortSignal) => Promise<void>) {
    const signal = start()
    setProblem(undefined)
    setStep({ at: 'working', progress: undefined })
    try {
      await work(signal)
    } catch (error) {
      if (signal.aborted) return
      setProblem(error instanceof SourceProblem ? error.message : t`Your browser could not do this. Please try again.`)
      backToSources(kept)
    }
  }

  const take = (files: readonly File[], kept = gathered) =>
    run(kept, async (signal) => {
      const report = (progress: ImportProgress) => signal.aborted || setStep({ at: 'working', progress })
      const askUnlocking = (question: UnlockQuestion) => askFor(question, signal, setStep)
      const all = await readSources(kept, files, { signal, readPicture, onProgress: report, askUnlocking })
      setGathered(all)
      if (isWhole(all)) await compare(all, signal)
      else setStep({ at: 'parts' })
    })

  async function compare(all: Gathered, signal: AbortSignal) {
    setStep({ at: 'working', progress: { stage: 'comparing' } })
    const next = await judge(all, signal, t`The server cannot be reached. Check your connection and try again.`)
    if (!signal.aborted) setStep(next)
  }

  const goOn = (all = gathered) => run(all, (signal) => compare(all, signal))

  const importing = useImporting(drawIcon, (answer, imported) => setStep({ at: 'done', imported, answer }))

  const begin = useEffectEvent(() => {
    if (!beginning) return
    if ('files' in beginning) void take(beginning.files)
    else if ('text' in beginning) void take([textFile(beginning.text)])
    else {
      setGathered(beginning.gathered)
      if (isWhole(beginning.gathered)) void goOn(beginning.gathered)
      else setStep({ at: 'parts' })
    }
  })
  useEffect(() => begin(), [])

  return {
    step,
    gathered,
    problem,
    importing,
    takeFiles: (files: readonly File[]) => void take(files),
    takeText: (text: string) => void take([textFile(text)]),
    /** Continues with incomplete parts, or retries after a failure. */
    goOn: () => void goOn(),
    cancel() {
      stop()
      backToSources(gathered)
    },
    startOver() {
      setGathered(nothing)
      setProblem(undefined)
      importing.reset()
      setStep({ at: 'source' })
    },
  }
}

/** One task at a time: the next one, `stop` and leaving abort it. */
function useWork() {
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  return {
    start(): AbortSignal {
      stop()
      running.current = new AbortController()
      return running.current.signal
    },
    stop,
  }
}

/** The server's verdict on each entry. `unreachable`: the fallback sentence for a failure. */
async function judge(all: Gathered, signal: AbortSignal, unreachable: string): Promise<ImportStep> {
  try {
    return { at: 'review', judged: await judgeEntries(allEntries(all), signal) }
  } catch (error) {
    signal.throwIfAborted()
    return { at: 'failed', message: failureMessage(error, unreachable) }
  }
}

/** Waits for what opens a file, until somebody stops the import. */
function askFor(question: UnlockQuestion, signal: AbortSignal, show: (step: ImportStep) => void): Promise<Unlocking> {
  return new Promise<Unlocking>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Nobody entered it.', 'AbortError')))
    show({
      at: 'password',
      ...question,
      answer(unlocking) {
        show({ at: 'working', progress: { stage: 'opening' } })
        resolve(unlocking)
      },
    })
  })
}

type ImportAnswer = CallResponse<typeof importKeys>

function useImporting(drawIcon: DrawIcon, onDone: (answer: ImportAnswer, imported: readonly JudgedEntry[]) => void) {
  return useAct({
    send: async (chosen: readonly JudgedEntry[]) => {
      const { entries, leftOut } = await withPictures(chosen, drawIcon)
      const answer = await call(importKeys, { body: { dry_run: false, entries } }, { limitMs: longLimitMs })
      return { ...answer, icons_left_out: answer.icons_left_out + leftOut }
    },
    failed: false,
    said: false,
    renews: [['keys']],
    onAnswer: onDone,
  })
}
