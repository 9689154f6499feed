import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { importKeys } from '@twofold/contract/transfer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
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

/** What an import begins with; without it, the person is asked. */
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

/** It ends where the person means it to. */
const textFile = (text: string) => new File([`${text}\n`], 'links.txt', { type: 'text/plain' })

/** The way of an import: sources are read, the server says what it would do, the person chooses, and all of it is added at once. */
export function useImport(readPicture: ReadPicture, drawIcon: DrawIcon, beginning: ImportBeginning | undefined) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>(beginning ? { at: 'working', progress: undefined } : { at: 'source' })
  const [gathered, setGathered] = useState<Gathered>(nothing)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)

  /** Parts of an export that are there already are kept for the others. */
  function backToSources(kept: Gathered) {
    if (isWhole(kept)) setGathered(nothing)
    setStep({ at: isWhole(kept) ? 'source' : 'parts' })
  }

  /** What runs is stopped by the next one, by cancelling and by leaving. */
  async function run(kept: Gathered, work: (signal: AbortSignal) => Promise<void>) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setStep({ at: 'working', progress: undefined })
    try {
      await work(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(error instanceof SourceProblem ? error.message : t`Your browser could not do this. Please try again.`)
      backToSources(kept)
    }
  }

  const take = (files: readonly File[], kept = gathered) =>
    run(kept, async (signal) => {
      const tell = (progress: ImportProgress) => signal.aborted || setStep({ at: 'working', progress })
      const askUnlocking = (question: UnlockQuestion) =>
        new Promise<Unlocking>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Nobody entered it.', 'AbortError')))
          setStep({
            at: 'password',
            ...question,
            answer(unlocking) {
              setStep({ at: 'working', progress: { stage: 'opening' } })
              resolve(unlocking)
            },
          })
        })
      const all = await readSources(kept, files, { signal, readPicture, onProgress: tell, askUnlocking })
      setGathered(all)
      if (isWhole(all)) await compare(all, signal)
      else setStep({ at: 'parts' })
    })

  async function compare(all: Gathered, signal: AbortSignal) {
    setStep({ at: 'working', progress: { stage: 'comparing' } })
    try {
      const judged = await judgeEntries(allEntries(all), signal)
      if (!signal.aborted) setStep({ at: 'review', judged })
    } catch (error) {
      signal.throwIfAborted()
      setStep({ at: 'failed', message: failureMessage(error, t`The server cannot be reached. Check your connection and try again.`) })
    }
  }

  const goOn = (all = gathered) => run(all, (signal) => compare(all, signal))

  const importing = useMutation({
    // The secrets go with the dialog.
    gcTime: 0,
    mutationFn: async (chosen: readonly JudgedEntry[]) => {
      const { entries, leftOut } = await withPictures(chosen, drawIcon)
      const answer = await call(importKeys, { body: { dry_run: false, entries } })
      return { ...answer, icons_left_out: answer.icons_left_out + leftOut }
    },
    onSuccess: (answer, imported) => {
      setStep({ at: 'done', imported, answer })
      return client.invalidateQueries({ queryKey: ['keys'] })
    },
  })

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
  useEffect(() => {
    begin()
    return () => running.current?.abort()
  }, [])

  return {
    step,
    gathered,
    problem,
    importing,
    takeFiles: (files: readonly File[]) => void take(files),
    takeText: (text: string) => void take([textFile(text)]),
    /** With what is there, though parts are missing, or once more after a failure. */
    goOn: () => void goOn(),
    cancel() {
      running.current?.abort()
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
