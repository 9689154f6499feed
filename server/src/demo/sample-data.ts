import type { AddKeyBody } from '../keys/key-parameters.ts'

export interface SamplePerson {
  name: string
  email: string
  role: 'admin' | 'user'
  keys: (AddKeyBody & { sharedWith?: { email: string; permission: 'admin' | 'view'; days?: number }[] })[]
}

/** The same for everybody: this is a throw-away database that only this machine can reach. */
export const samplePassword = 'correct-horse-battery'
export const samplePin = '2468'

/** Made-up people and services. The secrets are the ones of the RFCs or random, and open nothing. */
export const samplePeople: SamplePerson[] = [
  {
    name: 'Ann Example',
    email: 'ann@example.org',
    role: 'admin',
    keys: [
      {
        name: 'Code host',
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        issuer: 'Code host',
        account: 'ops@example.org',
        tags: ['Infrastructure'],
        sharedWith: [
          { email: 'bo@example.org', permission: 'admin' },
          { email: 'cy@example.org', permission: 'view' },
          { email: 'di@example.org', permission: 'view', days: 30 },
        ],
      },
      {
        name: 'North Bank',
        secret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43UOV3HO6DZPI',
        issuer: 'North Bank',
        account: 'finance@example.org',
        algorithm: 'SHA256',
        digits: 8,
        tags: ['Finance'],
        sharedWith: [{ email: 'bo@example.org', permission: 'view' }],
      },
      {
        name: 'Cloud console',
        secret: 'KRUGS4ZANFZSAYJAORSXG5BAONSWG4TFOQ',
        issuer: 'Cloud console',
        account: 'root@example.org',
        tags: ['Infrastructure'],
      },
      {
        name: 'Domain registrar',
        secret: 'NBSWY3DPEB3W64TMMQQHI53PMZXWYZA',
        issuer: 'Domain registrar',
        account: 'domains@example.org',
        period: 60,
      },
      { name: 'Door controller', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', type: 'hotp', counter: 41, account: 'Building A' },
      { name: 'Game shop', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', type: 'steam', account: 'studio-games' },
    ],
  },
  {
    name: 'Bo Sample',
    email: 'bo@example.org',
    role: 'user',
    keys: [
      {
        name: 'Photo channel',
        secret: 'ONXW2ZLUNBUW4ZZAMZXXEIDUNBSQ',
        issuer: 'Photo channel',
        account: 'team@example.org',
        tags: ['Social'],
        sharedWith: [{ email: 'ann@example.org', permission: 'admin' }],
      },
      {
        name: 'Payroll',
        secret: 'OBQXS4TPNRWA2YLNOVZWC3TUNFXW4',
        issuer: 'Payroll',
        account: 'bo@example.org',
        algorithm: 'SHA512',
        tags: ['Finance'],
      },
    ],
  },
  {
    name: 'Cy Specimen',
    email: 'cy@example.org',
    role: 'user',
    keys: [
      {
        name: 'Parcel portal',
        secret: 'OBQXEY3FNQQHA33SORQWYIDLMV4Q',
        issuer: 'Parcel portal',
        account: 'dispatch@example.org',
        sharedWith: [{ email: 'ann@example.org', permission: 'view', days: 22 }],
      },
    ],
  },
  { name: 'Di Placeholder', email: 'di@example.org', role: 'user', keys: [] },
]
