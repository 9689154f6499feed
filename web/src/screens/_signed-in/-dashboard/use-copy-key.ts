import { noCode } from '@twofold/contract/codes'
import { useCodesFeed } from '../../../codes/use-codes.tsx'
import { useCopyCode } from '../../../codes/use-copy-code.ts'

/** Copies the code of this very moment, or the next one. */
export function useCopyKey() {
  const feed = useCodesFeed()
  const copyCode = useCopyCode()
  return (key: { id: string; name: string }, which: 'current' | 'next' = 'current') => {
    const { code, next } = feed.codeNow(key.id)
    return copyCode(key, which === 'next' ? (next ?? noCode) : code, which)
  }
}
