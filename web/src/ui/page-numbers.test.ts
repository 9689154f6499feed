import { expect, test } from 'vitest'
import { nearestPages, pageNumbers } from './page-numbers.ts'

test('up to seven pages are all there', () => {
  expect(pageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageNumbers(1, 0)).toEqual([])
})

test('with more pages the first, the last and the neighbors are there, on seven places wherever one stands', () => {
  expect(pageNumbers(1, 12)).toEqual([1, 2, 3, 4, 5, undefined, 12])
  expect(pageNumbers(6, 12)).toEqual([1, undefined, 5, 6, 7, undefined, 12])
  expect(pageNumbers(12, 12)).toEqual([1, undefined, 8, 9, 10, 11, 12])
  for (let page = 1; page <= 12; page += 1) expect(pageNumbers(page, 12)).toHaveLength(7)
})

test('the nearest pages are at most two to each side', () => {
  expect(nearestPages(5, 12)).toEqual([3, 4, 5, 6, 7])
  expect(nearestPages(1, 12)).toEqual([1, 2, 3])
  expect(nearestPages(12, 12)).toEqual([10, 11, 12])
})
