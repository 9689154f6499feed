import { expect, test } from 'vitest'
import { checkScriptAddress } from './trusted-script.ts'

const origin = 'https://vault.example.com'

test('the service worker and built files of the own origin may run', () => {
  for (const address of ['/sw.js', '/assets/decoder-abc123.js', `${origin}/assets/decoder-abc123.js`]) {
    expect(checkScriptAddress(address, origin)).toBe(address)
  }
})

test('no other address may run', () => {
  for (const address of [
    'https://elsewhere.example.com/sw.js',
    '//elsewhere.example.com/assets/x.js',
    '/api/sw.js',
    '/assets/../api/x.js',
    '/sw.js/x',
    '/sw.js?x=1',
    'data:text/javascript,alert(1)',
    'blob:https://vault.example.com/assets/x.js',
    'javascript:alert(1)',
  ]) {
    expect(() => checkScriptAddress(address, origin)).toThrow(TypeError)
  }
})
