import { approveDevice, denyDevice, endDevice, findDeviceSignIn, listDevices, startDeviceSignIn } from '@twofold/contract/devices'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { DeviceSignInsService } from './device-sign-ins.service.ts'
import type { DevicesService } from './devices.service.ts'

export function devicesRoutes(app: App, { signIns, devices }: { signIns: DeviceSignInsService; devices: DevicesService }): void {
  route(app, startDeviceSignIn, { role: 'public', limit: 'identity' }, ({ body, client }) => signIns.start(body, client))

  // A guessed code would sign in a program that somebody else has just started.
  const typed = { role: 'user', limit: 'device_code' } as const
  route(app, findDeviceSignIn, { ...typed, whileClosed: 'open' }, ({ body, client }) => signIns.find(body.user_code, client))
  route(app, approveDevice, { ...typed, whileClosed: 'lets out', needsPin: true }, ({ user, body, client, forgiveWith }) =>
    signIns.approve(user, body.user_code, client, forgiveWith),
  )
  route(app, denyDevice, { ...typed, whileClosed: 'open' }, ({ user, body, client }) => signIns.deny(user, body.user_code, client))

  route(app, listDevices, byUser.evenClosed.read, ({ user }) => devices.list(user))
  route(app, endDevice, byUser.evenClosed.write, ({ user, params, client }) => devices.end(user, params.id, client))
}
