import * as z from 'zod/mini'

/** A whole number in a form. `unit` is of its complaint: `complaint.hours`, `.days` and `.characters` can be translated. */
export const whole = (least: number, most: number, unit: 'hours' | 'days' | 'characters') => {
  const sentence = `Please enter a whole number of ${unit} from ${least} to ${most}`
  return z.int(sentence).check(z.minimum(least, sentence), z.maximum(most, sentence))
}
