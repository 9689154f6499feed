import { saveFile } from '../lib/save-file.ts'
import { useQuestion } from './use-question.ts'

/** Fetches a file and saves it under its name. */
export const useDownload = <Input = void>(
  fetchFile: (input: Input) => Promise<{ blob: Blob; name: string }>,
  failed: string | ((reason: string) => string),
  options?: { duration: number },
) => useQuestion(async (input: Input) => fetchFile(input).then(({ blob, name }) => saveFile(blob, name)), failed, options)
