import { expect, test } from 'vitest'
import { chooseKeys, findKeys, type Key } from './choose-keys.ts'

const key = (name: string, fields: Partial<Key> = {}) => ({ id: name, name, issuer: null, account: null, ...fields }) as never

const names = (keys: readonly Key[]) => keys.map(({ name }) => name)

function choose(own: never[], shared: never[], origin: string | undefined) {
  const { fitting, suggested, rest } = chooseKeys({ own_keys: own, shared_keys: shared }, origin)
  return { fitting: names(fitting), suggested: names(suggested), rest: names(rest) }
}

test('a key fits where one of its sites has the page, no matter who owns it', () => {
  const sites = ['https://other.example', 'https://login.codehost.com']
  expect(choose([key('Own', { sites })], [key('Shared', { sites }), key('None')], 'https://login.codehost.com')).toEqual({
    fitting: ['Own', 'Shared'],
    suggested: [],
    rest: ['None'],
  })
})

test('an own key that is called as the domain is suggested, a shared one is not, and neither fits', () => {
  const named = { issuer: 'Code Host' }
  expect(choose([key('Own', named)], [key('Shared', named)], 'https://login.code-host.co.uk')).toEqual({
    fitting: [],
    suggested: ['Own'],
    rest: ['Shared'],
  })
})

test('a part of a word is no name', () => {
  expect(choose([key('GitHub'), key('Work GitHub (ann)')], [], 'https://hub.com').suggested).toEqual([])
  expect(choose([key('GitHub'), key('Work GitHub (ann)')], [], 'https://github.com').suggested).toEqual(['GitHub', 'Work GitHub (ann)'])
})

test.each([undefined, 'null', 'http://codehost.com', 'https://192.168.1.20', 'https://co.uk', 'chrome://settings'])(
  'on a page of %s nothing fits and nothing is suggested',
  (origin) => {
    expect(choose([key('codehost', { sites: ['https://codehost.com'] })], [], origin)).toEqual({
      fitting: [],
      suggested: [],
      rest: ['codehost'],
    })
  },
)

test('a key is found by its name, issuer and account', () => {
  const keys = [key('Mail', { account: 'ann@example.org' }), key('Bank', { issuer: 'Savings' })]
  expect(names(findKeys(keys, ' ANN '))).toEqual(['Mail'])
  expect(names(findKeys(keys, 'saving'))).toEqual(['Bank'])
  expect(names(findKeys([key('Büro')], 'buro'))).toEqual(['Büro'])
})
