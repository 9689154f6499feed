import { beforeEach, expect, test } from 'vitest'
import { lastUndo } from '../lib/last-undo.ts'
import { toast, toasts } from './toast.ts'

const shown = () => toasts.list().map(({ message }) => message)

beforeEach(() => toast.dismiss())

test('a toast stays 4 s unless another time is set', () => {
  toast.success('Saved')
  toast.success('Copied', { duration: 2000 })
  expect(toasts.list().map(({ duration }) => duration)).toEqual([4000, 2000])
})

test('the same sentence again takes the place of the one on the screen', () => {
  toast.success('Copied')
  toast.error('Copied')
  const id = toast.success('Copied')
  expect(toasts.list().map(({ type }) => type)).toEqual(['error', 'success'])
  expect(toasts.list().at(-1)?.id).toBe(id)
})

test('only the four newest are shown', () => {
  for (const message of ['1', '2', '3', '4', '5']) toast.info(message)
  expect(shown()).toEqual(['2', '3', '4', '5'])
})

test('one that offers something stays beside its like, and goes last', () => {
  const action = { label: 'Undo', onPress: () => {} }
  const first = toast.success('Deleted', { action })
  toast.success('Deleted', { action })
  for (const message of ['1', '2', '3']) toast.info(message)
  expect(shown()).toEqual(['Deleted', 'Deleted', '2', '3'])
  for (const message of ['Third', 'Fourth', 'Fifth']) toast.success(message, { action })
  expect(shown()).toEqual(['Deleted', 'Third', 'Fourth', 'Fifth'])
  expect(toasts.list().map(({ id }) => id)).not.toContain(first)
})

test('listeners hear of what comes and goes, until they leave', () => {
  let heard = 0
  const leave = toasts.subscribe(() => (heard += 1))
  toast.dismiss(toast.info('Hello'))
  leave()
  toast.info('Unheard')
  expect(heard).toBe(2)
})

test('an Undo is done by the key Z as well, once, and its toast goes', () => {
  let undone = 0
  toast.info('Discarded', { action: { label: 'Undo', onPress: () => (undone += 1), isUndo: true } })
  lastUndo.get()?.()
  lastUndo.get()?.()
  expect([undone, shown()]).toEqual([1, []])

  toast.info('Discarded', { action: { label: 'Undo', onPress: () => (undone += 1), isUndo: true } })
  toasts.list()[0]?.action?.onPress()
  lastUndo.get()?.()
  expect(undone).toBe(2)
})
