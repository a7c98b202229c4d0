import type { EventEmitter } from 'node:events'
import { forwardTcp, forwardToSocket } from './forward-tcp.ts'
import { createRemoteForwards } from './remote-forwards.ts'
import { serveSession } from './serve-session.ts'
import type { SshUser } from './ssh-user.ts'

/** Channels of one connection: browsers through `ssh -D` open some dozens. */
const channelsMax = 200

/** Serves all that a signed-in client asks for. */
export function serveUser(user: SshUser): void {
  const { client } = user
  const forwards = createRemoteForwards(user)
  let channels = 0
  const mayOpen = () => channels < channelsMax
  const counted = <Channel extends EventEmitter>(channel: Channel): Channel => {
    channels += 1
    channel.once('close', () => {
      channels -= 1
    })
    return channel
  }
  client.on('session', (accept, reject) => {
    if (!mayOpen()) return reject()
    serveSession(user, counted(accept()), forwards)
  })
  client.on('tcpip', (accept, reject, info) => {
    if (!mayOpen()) return reject()
    void forwardTcp(user, info, { accept: () => counted(accept()), reject })
  })
  client.on('openssh.streamlocal', (accept, reject, info) => {
    if (!mayOpen()) return reject()
    void forwardToSocket(user, info, { accept: () => counted(accept()), reject })
  })
  // Named cast: the types of ssh2 declare an overload for each kind of request, and so accept no listener for all.
  const requests: EventEmitter = client
  requests.on('request', (accept, reject, name, info) => {
    void forwards.take({ name, info, accept, reject })
  })
}
