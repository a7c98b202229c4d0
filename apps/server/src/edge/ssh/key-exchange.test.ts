import { once } from 'node:events'
import ssh2 from 'ssh2'
import { expect, it } from 'vitest'
import { algorithms } from './algorithms.ts'

const { Client, Server, utils } = ssh2

// With a client of the same library: that the exchange is the one of the draft was seen with golang.org/x/crypto/ssh.
it.each(['mlkem768x25519-sha256', 'curve25519-sha256'])('the gateway agrees on %s', async (kex) => {
  const hostKey = utils.generateKeyPairSync('ed25519').private
  const key = utils.generateKeyPairSync('ed25519').private
  const server = new Server({ hostKeys: [hostKey], algorithms }, (client) => {
    client.on('authentication', (attempt) => attempt.accept())
    client.on('ready', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new Client()
  const negotiated = once(client, 'handshake')
  const ready = once(client, 'ready')
  client.connect({
    host: '127.0.0.1',
    port: Object(server.address()).port,
    username: 'anyone',
    privateKey: key,
    // Named cast: as in `algorithms`.
    algorithms: { kex: [kex as 'curve25519-sha256'] },
  })
  expect(await negotiated).toMatchObject([{ kex, cs: { cipher: 'aes128-gcm@openssh.com' } }])
  await ready
  server.close()
})
