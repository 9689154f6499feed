import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const epoch = 2_208_988_800

function writeTime(packet: Buffer, at: number, milliseconds: number): void {
  const seconds = Math.floor(milliseconds / 1000)
  packet.writeUInt32BE(seconds + epoch, at)
  packet.writeUInt32BE(Math.floor(((milliseconds - seconds * 1000) / 1000) * 2 ** 32), at + 4)
}

/** A time server on the loopback interface. `now` answers milliseconds since 1970; `tamper` may spoil the answer, or drop it with undefined. */
export async function startFakeTimeServer(now: () => number, tamper: (answer: Buffer) => Buffer | undefined = (answer) => answer) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, from) => {
    asked += 1
    const answer = Buffer.alloc(48)
    answer[0] = 0x24
    answer[1] = 2
    question.copy(answer, 24, 40, 48)
    writeTime(answer, 32, now())
    writeTime(answer, 40, now())
    const sent = tamper(answer)
    if (sent !== undefined) socket.send(sent, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { host: '127.0.0.1', port: socket.address().port, /** How many questions came. */ asked: () => asked }
}
