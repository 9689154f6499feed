import { type MutationMeta, useMutation } from '@tanstack/react-query'
import { saveFile } from './save-file.ts'

/** Fetches a file of the API and saves it under the name that the server gives it. */
export function useDownload<Input>(
  fetchFile: (input: Input) => Promise<{ blob: Blob; name: string }>,
  failure: string | Pick<MutationMeta, 'failure' | 'duration'>,
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      const { blob, name } = await fetchFile(input)
      saveFile(blob, name)
    },
    meta: typeof failure === 'string' ? { fallback: failure } : failure,
  })
}
