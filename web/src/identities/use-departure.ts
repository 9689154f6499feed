import { useEffect } from 'react'
import { useQuestion } from '../kits/use-question.ts'

/** Leads the browser to a provider, to where `ask` says; nowhere when it says nothing. Busy until the page is left. */
export function useDeparture<Input>(ask: (input: Input) => Promise<{ url: string } | undefined>, failed: string) {
  const departure = useQuestion(ask, failed, {
    onAnswer: (answer) => answer && window.location.assign(answer.url),
  })
  const { reset } = departure
  useEffect(() => {
    // The browser's Back brings the page as it was left, still busy.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [reset])
  const isBusy = departure.isPending || (departure.isSuccess && departure.data !== undefined)
  return { depart: departure.mutate, goingWith: isBusy ? departure.variables : undefined }
}
