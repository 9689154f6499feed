import { percentText } from './number-text.ts'

interface MailFigures {
  /** E-mails that a provider took. */
  total_sent: number
  success_rate: number
}

/** Whether the outcome of any e-mail is known. The server answers 100 where none is, which would praise what never happened. */
export const hasOutcome = ({ total_sent: sent, success_rate: rate }: MailFigures): boolean => sent > 0 || rate < 100

/** The percentage of e-mails that arrived. */
export const successText = (figures: MailFigures): string => (hasOutcome(figures) ? percentText(figures.success_rate) : '–')
