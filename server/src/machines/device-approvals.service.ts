import type { approveDevice, findDeviceSignIn } from '@twofold/contract/devices'
import type { CallResponse } from '@twofold/contract/endpoint'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { DeviceSignIn } from './device-sign-ins.repository.ts'
import type { DeviceSignInsDeps } from './device-sign-ins.service.ts'

export const nameOf = ({ program, device }: Pick<DeviceSignIn, 'program' | 'device'>) =>
  device === null ? program : `${program} on ${device}`

/** A person's decision about a program that signs in. */
export function createDeviceApprovals(deps: DeviceSignInsDeps) {
  async function require(userCode: string, { network }: Pick<Client, 'network'>): Promise<DeviceSignIn> {
    const waiting = await deps.waiting(deps.db).findByCode(userCode, deps.clock.date())
    if (waiting === undefined) throw failField('devices.code_wrong', 'user_code')
    if (deps.mode === 'same-network' && waiting.network !== network) throw fail('devices.other_network')
    return waiting
  }

  async function decide(
    user: Identity,
    userCode: string,
    decision: 'approved' | 'denied',
    work: (tx: Tx, of: DeviceSignIn) => Promise<void>,
  ) {
    return deps.transaction(async (tx) => {
      const waiting = await deps.waiting(tx.db).decide(userCode, user.id, decision, deps.clock.date())
      if (waiting === undefined) throw failField('devices.code_wrong', 'user_code')
      await work(tx, waiting)
      return nameOf(waiting)
    })
  }

  return {
    async find(userCode: string, client: Client): Promise<CallResponse<typeof findDeviceSignIn>> {
      const { program, device, address, network, created_at, expires_at } = await require(userCode, client)
      return {
        program,
        device,
        address,
        is_same_network: network === client.network,
        started_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }
    },
    /** `also`: writes with the approval. */
    async approve(user: Identity, userCode: string, client: Client, also: (tx: Tx) => void): Promise<CallResponse<typeof approveDevice>> {
      await require(userCode, client)
      const name = await decide(user, userCode, 'approved', async (tx, { address, ...waiting }) => {
        also(tx)
        const device = nameOf(waiting)
        await deps.activity.record(tx, {
          userId: user.id,
          kind: 'device_signed_in',
          detail: { device, from: address },
          address: client.address,
        })
        await tx.emit('user.login.new_device', {
          to: { user_id: user.id },
          data: {
            'login.time': deps.clock.date().toISOString(),
            'login.ip': address,
            'login.device': [sentence('device.program', { name: device })],
            'login.location': [sentence('location.unknown')],
          },
        })
      })
      return say('device.approved', { name })
    },
    async deny(user: Identity, userCode: string, client: Client): Promise<Said> {
      const name = await decide(user, userCode, 'denied', async (tx, waiting) => {
        const detail = { device: nameOf(waiting), from: waiting.address }
        await deps.activity.record(tx, { userId: user.id, kind: 'device_denied', detail, address: client.address })
      })
      return say('device.denied', { name })
    },
  }
}
