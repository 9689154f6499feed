import { expect, test } from 'vitest'
import { isInNetworks, parseNetwork } from './networks.ts'

test.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  [' 10.1.2.3/8 ', '10.0.0.0/8'],
  ['192.0.2.7', '192.0.2.7/32'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ['2001:DB8::1/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['10.1', undefined],
  ['10.0.0.0/33', undefined],
  ['0x0a000001', undefined],
  ['0x10.0.0.1', undefined],
  ['0x10.0.0.0/8', undefined],
  ['0177.0.0.1', undefined],
  ['10.0.0.0x1', undefined],
  ['10.0.0.0x0/8', undefined],
  ['010.0.0.1', undefined],
  ['010.0.0.0/8', undefined],
  ['::ffff:010.0.0.1', undefined],
  ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::ffff:0:0/95', '::fffe:0:0/95'],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0.0/', undefined],
  ['2001:db8::/129', undefined],
  ['64:ff9b::1.2.3.4', '64:ff9b::102:304/128'],
  ['example.org', undefined],
  ['', undefined],
])('%s is the network %s', (text, network) => {
  expect(parseNetwork(text)).toBe(network)
})

test.each([
  ['10.9.8.7', true],
  ['::ffff:10.9.8.7', true],
  ['11.0.0.1', false],
  ['2001:db8::9', true],
  ['fe80::1%eth0', false],
  ['2001:db9::9', false],
  ['', false],
  ['010.9.8.7', false],
  ['10.9', false],
])('%s lies in the networks: %s', (address, expected) => {
  expect(isInNetworks(address, ['10.0.0.0/8', '2001:db8::/32'])).toBe(expected)
})
