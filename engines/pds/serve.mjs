// A Bluesky server and a directory of identifiers for one test: everything lies in the folder that is named, and ends with
// the process. It says that it is at the public port, from where the test forwards to it. Writes one line of JSON when both
// answer, and ends when its standard input does.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'
import plc from '@did-plc/server'

const [folder, publicPort, clientOrigin, clientAt] = process.argv.slice(2)

// A client's description must be at an https address, which a test can't have: it is fetched from the test itself.
const fetchReally = globalThis.fetch
globalThis.fetch = (input, init) => {
  const url = String(input?.url ?? input)
  if (clientOrigin === undefined || !url.startsWith(clientOrigin)) return fetchReally(input, init)
  return fetchReally(url.replace(clientOrigin, clientAt), {
    headers: { accept: 'application/json' },
  })
}

const directory = plc.PlcServer.create({ db: new plc.MockDatabase(), port: await freePort() })
const directoryServer = await directory.start()
const directoryUrl = `http://localhost:${directoryServer.address().port}`
const files = path.join(folder, 'pds')
const blobs = path.join(folder, 'blobs')
for (const one of [files, blobs]) await mkdir(one, { recursive: true })
const environment = {
  port: Number(publicPort),
  hostname: 'localhost',
  serviceHandleDomains: ['.test'],
  dataDirectory: files,
  blobstoreDiskLocation: blobs,
  jwtSecret: randomBytes(16).toString('hex'),
  adminPassword: randomBytes(16).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  devMode: true,
  disableSsrfProtection: true,
  inviteRequired: false,
  rateLimitsEnabled: false,
  didPlcUrl: directoryUrl,
  bskyAppViewUrl: 'https://appview.invalid',
  bskyAppViewDid: 'did:web:appview.invalid',
}
const config = envToCfg(environment)
config.service.port = await freePort()
const pds = await PDS.create(config, envToSecrets(environment))
await pds.start()
process.stdout.write(`${JSON.stringify({ port: config.service.port, directoryUrl })}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
process.exit(0)

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address()
  server.close()
  return free
}
